// @ts-check
// A Vitest reporter: writes failed spec files and their errors to the file named by RED_FILES.
import { writeFileSync } from 'node:fs';

/**
 * @typedef {{ readonly spec: string, readonly message: string }} Red
 * @typedef {{ readonly tier: string, readonly file: string, readonly reds: Red[] }} RedFile
 */

/** @param {{ message: string, stack?: string }} error */
const messageOf = (error) => error.stack ?? error.message;

/**
 * Failed specs of a file, and errors outside of them (loading, hooks).
 * @param {import('vitest/node').TestModule} module @returns {Red[]}
 */
function redsOf(module) {
  const outside = [module, ...module.children.allSuites()].flatMap((part) =>
    part.errors().map((error) => ({
      spec: part.type === 'suite' ? part.fullName : 'outside of its specs',
      message: messageOf(error),
    })),
  );
  const specs = [...module.children.allTests('failed')].map((spec) => ({
    spec: spec.fullName,
    message: (spec.result().errors ?? []).map(messageOf).join('\n'),
  }));
  return [...outside, ...specs];
}

/** @implements {import('vitest/node').Reporter} */
export default class RedFiles {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly (import('vitest').SerializedError & { VITEST_TEST_PATH?: string })[]} errors
   */
  onTestRunEnd(modules, errors) {
    /** @type {RedFile[]} */
    const red = modules
      .map((module) => {
        const unhandled = errors.filter((error) => error.VITEST_TEST_PATH === module.moduleId);
        const reds = unhandled.map((error) => ({ spec: 'an unhandled error', message: messageOf(error) }));
        return { tier: module.project.name, file: module.moduleId, reds: [...redsOf(module), ...reds] };
      })
      .filter(({ reds }) => reds.length > 0);
    const known = new Set(modules.map(({ moduleId }) => moduleId));
    const nobodys = errors.filter((error) => !known.has(error.VITEST_TEST_PATH ?? '')).map(messageOf);
    writeFileSync(process.env.RED_FILES ?? '', JSON.stringify({ red, nobodys }));
  }
}
