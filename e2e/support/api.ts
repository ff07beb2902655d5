import { setTimeout as pause } from 'node:timers/promises';
import { type APIRequestContext, request } from 'playwright-core';

type Settings = Parameters<typeof request.newContext>[0];

const pauseMs = 500;
/** Half a minute. */
const repeats = 60;

/** Repeats requests that a busy product refuses for now (503), as the app does. */
export function makePatient(api: APIRequestContext, throwsWhenRefused = false): void {
  const fetch = api.fetch.bind(api);
  api.fetch = async (url, { failOnStatusCode = throwsWhenRefused, ...options } = {}) => {
    let answer = await fetch(url, options);
    for (let left = repeats; answer.status() === 503 && left > 0; left -= 1) {
      await pause(pauseMs);
      answer = await fetch(url, options);
    }
    if (failOnStatusCode && !answer.ok())
      throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
    return answer;
  };
}

/** Requests without a page; they throw when refused. The caller disposes of them. */
export async function openApi(url: string, settings: Settings = {}): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url }, ...settings });
  makePatient(api, true);
  return api;
}
