import fs from 'node:fs'
import path from 'node:path'

export const WEBKIT_TESTS = 'webkit.test.ts'
/** Required packages of Debian 12 and later. */
export const WEBKIT_PACKAGES = 'webkit2gtk-driver gir1.2-webkit2-4.1 gjs xvfb'

export const findCommand = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => fs.existsSync(file))
const isTyped = () =>
  fs.existsSync('/usr/lib') &&
  ['', ...fs.readdirSync('/usr/lib')].some((folder) =>
    fs.existsSync(path.join('/usr/lib', folder, 'girepository-1.0/WebKit2-4.1.typelib')),
  )

/** Whether this machine has WebKitGTK with its driver. Playwright's own WebKit runs on few systems. */
export const hasWebKit = ['WebKitWebDriver', 'gjs', 'Xvfb'].every(findCommand) && isTyped()
