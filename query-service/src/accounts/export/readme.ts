/** Written for people who don't know JSON. */
export function readmeOf(username: string, site: string, madeAt: Date): string {
  return `What ${site} has about @${username}
As of ${madeAt.toISOString()} (all times here are UTC)

The files are text; any editor opens them. Those that end with .json are one piece of data, those that end with
.ndjson have one on each line, so that even very long ones can be read line by line by a program.

profile.json        Your account: names, email, texts, type, verification and tokens. The wallet addresses and social
                    links that you list, and the addresses that were removed in the last 30 days.
messages.ndjson     All that you wrote to others and others wrote to you, then all that you wrote in the global chat,
                    the oldest first. "to" is null in the global chat. "voice" names the file of a recording.
drafts.json         Messages that you started to write and have not sent yet, as far as they have reached this site.
notifications.json  The notifications that you have, the newest first.
activity.ndjson     Every change of your account as it is on record, then what you have read, the oldest first.
                    "position" is its place in the record. "by" says whether you did it, an administrator, or the
                    system.
reports.json        What you reported to the administrators, the oldest first, with the reason and your text.
sessions.json       Where you are signed in, and your sign-ins that have ended in the last 90 days (50 at most).
sign-in-methods.json
                    How you sign in, and the names that you gave your passkeys.
media/              Your pictures, and the voice messages that you sent or got. A voice message that could not be
                    found has no file.

Not in here:
- your password, because this site only has a scrambled form that no person can read;
- the public halves of your passkeys, which are of no use to anyone else;
- your account at a provider such as Google with which you sign in, because this site only has a scrambled form of it;
- the addresses at which your browsers receive notifications;
- messages that were taken back, and those of members who have left;
- what others wrote in the global chat;
- notes that administrators write for themselves, and what others reported about you.
`;
}
