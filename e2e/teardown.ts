import fs from 'node:fs'

export default function removeData() {
  const folder = process.env.E2E_FOLDER
  if (folder) fs.rmSync(folder, { recursive: true, force: true })
}
