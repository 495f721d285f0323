import fs from 'node:fs'

export default function removeData() {
  const folder = process.env.E2E_FOLDER
  // servers that are still stopping may write below it
  if (folder) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}
