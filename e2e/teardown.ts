import fs from 'node:fs'
import { hasWebKit, WEBKIT_PACKAGES, WEBKIT_TESTS } from './webkit/find-webkit.ts'

export default function endTests() {
  if (!hasWebKit)
    console.log(
      `Left out: ${WEBKIT_TESTS}, because WebKitGTK is missing (apt-get install ${WEBKIT_PACKAGES})`,
    )
  const folder = process.env.E2E_FOLDER
  // servers that are still stopping may write below it
  if (folder) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}
