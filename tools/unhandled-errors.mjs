import fs from 'node:fs'

/** A reporter of vitest: writes errors that no test caught to the file that UNHANDLED_ERRORS names, which its JSON leaves out. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const found = errors.map(({ VITEST_TEST_PATH: file = '', name, message, stack = '', cause }) => ({
      file,
      said: [`${name}: ${message}`, cause?.message, stack].filter(Boolean).join('\n'),
    }))
    fs.writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(found))
  }
}
