import { recoveryWaysSchema } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { fetchJson } from '../../../base/api/client.ts';
import { Checkbox } from '../../../base/ui/Checkbox.tsx';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { LoadingOrFailed } from '../../../device/offline/kept/LoadingOrFailed.tsx';
import { useMethodName } from '../methods/useMethodName.ts';

/** Sign-in methods that a reset link ends; empty for an invalid link, which is reported on use. */
export const useRecoveryWays = (token: string) =>
  useQuery({
    queryKey: ['/api/reset-password/ways', token],
    queryFn: () =>
      fetchJson('/api/reset-password/ways', recoveryWaysSchema, { method: 'POST', body: { token } }),
    gcTime: 0,
  });

interface KeptWaysProps {
  readonly ways: ReturnType<typeof useRecoveryWays>;
  readonly kept: readonly string[];
  readonly onChange: (kept: readonly string[]) => void;
}

/** Sign-in methods that end with the reset; each can be kept. */
export function KeptWays({ ways, kept, onChange }: KeptWaysProps) {
  const words = useWords(auth).reset;
  const nameOf = useMethodName();
  const { date } = useFormats();
  const added = useWords(signInMethods).added;
  if (ways.data === undefined) {
    const retry = () => void ways.refetch();
    return <LoadingOrFailed hasFailed={ways.isError} failure={words.waysFailed} onRetry={retry} />;
  }
  if (ways.data.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="text-sm font-medium">{words.ways}</legend>
      <p className="mb-1 text-sm text-muted">{words.waysText}</p>
      {ways.data.map((way) => (
        <Checkbox
          key={way.id}
          label={
            <span className="wrap-anywhere">
              {words.keep(way.address === null ? nameOf(way) : `${nameOf(way)}, ${way.address}`)}
            </span>
          }
          hint={added(date(way.addedAt))}
          checked={kept.includes(way.id)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...kept, way.id] : kept.filter((id) => id !== way.id))
          }
        />
      ))}
    </fieldset>
  );
}
