import fs from 'node:fs'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { generateCoordination } from '@plumbline/bim/generate/coordination'
import { look } from './account-parts.ts'
import { openProject } from './project-parts.ts'
import { test } from './test.ts'
import { arrived } from './viewer-parts.ts'

/** What an IFC file holds beside its bodies: openings, zones, ports, documents, its place; and files in a ZIP. */

const folder = process.env.E2E_DATA ?? ''

/** An archive of one file: local header, contents, directory (APPNOTE 4.3). */
function writeZip(name: string, entry: string, bytes: Buffer): string {
  const packed = deflateRawSync(bytes)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(entry.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(entry), packed])
  const made = Buffer.from([20, 0])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    made,
    fields,
    Buffer.alloc(14),
    Buffer.from(entry),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  const file = path.join(folder, name)
  fs.writeFileSync(file, Buffer.concat([local, central, end]))
  return file
}

const panel = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const inTree = async (page: Page, query: string, row: string) => {
  await page.getByRole('searchbox', { name: 'Search elements' }).fill(query)
  await page.getByRole('treeitem', { name: row }).first().click()
}

test('a model in a ZIP is uploaded, and its openings, zones, ports and documents are reached', async ({
  page,
}) => {
  const id = await openProject(page, 'Coordination')
  const archive = writeZip('house.zip', 'house.ifc', Buffer.from(generateCoordination()))
  await page.locator('input[type=file]').first().setInputFiles(archive)
  await expect(page.getByText('house.zip holds house.ifc.')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Upload as .ifczip' }).click()
  await page.getByRole('dialog', { name: 'Add a file' }).getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  await page.goto(`/project/${id}/viewer`)
  await arrived(page)

  await page.getByRole('button', { name: 'More tools' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show openings' }).click()
  await page.keyboard.press('Escape')
  await inTree(page, 'opening', 'Window opening')
  await expect(panel(page, 'Window opening')).toBeVisible()
  await expect(page.getByText('IfcOpeningElement', { exact: true })).toBeVisible()
  await look(page)

  await inTree(page, 'tenant', 'Tenant A')
  await expect(page.getByRole('heading', { level: 2, name: /^2 / })).toBeVisible()

  await inTree(page, 'west', 'Flow pipe west')
  await expect(page.getByText('not connected')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Flow pipe east', exact: true }).click()
  await expect(panel(page, 'Flow pipe east')).toBeVisible()
  await page.getByRole('button', { name: 'Heating flow', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^2 / })).toBeVisible()

  await inTree(page, 'wall', 'Outer wall')
  await page.getByRole('button', { name: /fire-protection-concept\.pdf/ }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('example.org')
  await question.getByRole('button', { name: 'Cancel' }).click()
})
