import type { Profile } from '@pmcw/contracts';
import { useMemo } from 'react';
import { AddressNotes } from './AddressNotes.tsx';
import { findAddresses } from './findAddresses.ts';
import { useKnownProfile } from './knownProfile.ts';
import { notesOf } from './notesOf.ts';

interface MessageAddressNotesProps {
  readonly text: string;
  /** Of the sender. */
  readonly username: string;
  readonly isOwn: boolean;
}

/** Compares the addresses of a message with those of its sender; nothing until the profile is read. */
export function MessageAddressNotes({ text, username, isOwn }: MessageAddressNotesProps) {
  const known = useKnownProfile(username);
  const found = useMemo(() => findAddresses(text), [text]);
  const profile = known === 'loading' ? null : (known?.profile ?? null);
  const notes = useMemo(() => notesOf(found, profile), [found, profile]);
  if (known === 'loading') return null;
  return (
    <AddressNotes
      notes={notes}
      username={username}
      isOwn={isOwn}
      given="message"
      at={known === null ? null : known.at}
    />
  );
}

/** The same for a bio; its page says as of when. */
export function BioAddressNotes({ profile, isOwn }: { readonly profile: Profile; readonly isOwn: boolean }) {
  const notes = useMemo(() => notesOf(findAddresses(profile.bio), profile), [profile]);
  return <AddressNotes notes={notes} username={profile.username} isOwn={isOwn} given="bio" at={null} />;
}
