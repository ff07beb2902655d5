/** Trusted Types, which TypeScript lacks. It takes what they create for text, as it types all addresses of scripts. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { readonly createScriptURL: (address: string) => string },
      ): { readonly createScriptURL: (address: string) => string };
    }
  | undefined;

/**
 * The address of a script of this build.
 * @throws TypeError for any other address
 */
export function ownScript(address: string, origin: string): string {
  const { href, origin: from, pathname } = new URL(address, origin);
  const isBuilt = pathname === '/sw.js' || /^\/assets\/[\w-]+\.js$/.test(pathname);
  if (from !== origin || !(isBuilt || import.meta.env.DEV))
    throw new TypeError(`${address} is no script of the app`);
  return href;
}

const createScriptURL = (address: string): string => ownScript(address, self.location.origin);

/** The only policy that the site's Content-Security-Policy allows (`http/src/securityHeaders.ts`). */
const policy =
  typeof trustedTypes === 'undefined'
    ? { createScriptURL }
    : trustedTypes.createPolicy('pmcw-scripts', { createScriptURL });

/**
 * The address of a script, as pages and workers may load it: browsers with Trusted Types refuse text.
 * @throws TypeError for what is no script of this build
 */
export const trustedScript = (address: string): string => policy.createScriptURL(address);
