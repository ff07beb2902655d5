import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canvasColors, chosenTheme, showChosenTheme, themeOf } from './theme.ts';

afterEach(() => vi.unstubAllGlobals());

/** A device with the features that themes use. */
function device({ stored, isLight }: { stored: string | null; isLight: boolean }) {
  const dataset: Record<string, string> = {};
  const setAttribute = vi.fn<(name: string, value: string) => void>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'ui-theme' ? stored : null) });
  vi.stubGlobal('window', { matchMedia: () => ({ matches: isLight }) });
  vi.stubGlobal('document', { documentElement: { dataset }, querySelector: () => ({ setAttribute }) });
  return { dataset, setAttribute };
}

describe('themes', () => {
  it.each([
    [null, true, 'dark'],
    ['nonsense', true, 'dark'],
    ['dark', true, 'dark'],
    ['light', false, 'light'],
    ['system', true, 'light'],
    ['system', false, 'dark'],
  ])('with %s stored, on a device that is light: %s, the app is %s', (stored, isLight, theme) => {
    const { dataset, setAttribute } = device({ stored, isLight });
    showChosenTheme();
    expect(dataset).toEqual({ theme });
    expect(setAttribute).toHaveBeenCalledWith('content', canvasColors[theme === 'light' ? 'light' : 'dark']);
  });

  it('is dark without storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('forbidden');
      },
    });
    expect(chosenTheme()).toBe('dark');
    expect(themeOf(chosenTheme(), true)).toBe('dark');
  });

  it("colors the browser's bars like the canvas, and starts dark", () => {
    const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
    const canvases = [...tokens.matchAll(/--canvas: (#[0-9a-f]+);/g)].map(([, color]) => color);
    expect(canvases).toEqual([canvasColors.dark, canvasColors.light]);
    const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
    expect(page).toContain(`<meta name="theme-color" content="${canvasColors.dark}" />`);
    expect(page).toContain('data-theme="dark"');
  });
});
