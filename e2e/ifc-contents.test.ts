import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { generateCoordination } from '@plumbline/bim/generate/coordination'
import { buildRawZip } from '../bcf/generate/zip.ts'
import { look } from './account-parts.ts'
import { dialogs } from './dialogs.ts'
import { openProject } from './project-parts.ts'
import { test } from './test.ts'
import { arrived } from './viewer-parts.ts'

/** What an IFC file holds beside its bodies: openings, zones, ports, documents, its place; and files in a ZIP. */

const folder = process.env.E2E_DATA ?? ''

const panel = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const inTree = async (page: Page, query: string, row: string) => {
  await page.getByRole('searchbox', { name: 'Search elements' }).fill(query)
  await page.getByRole('treeitem', { name: row }).first().click()
}

test('a model in a ZIP is uploaded, and its openings, zones, ports and documents are reached', async ({
  page,
}) => {
  const id = await openProject(page, 'Coordination')
  const archive = path.join(folder, 'house.zip')
  fs.writeFileSync(archive, buildRawZip([{ name: 'house.ifc', data: generateCoordination() }]))
  await page.locator('input[type=file]').first().setInputFiles(archive)
  await expect(page.getByText('house.zip holds house.ifc.')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Upload as .ifczip' }).click()
  await page.getByRole('dialog', { name: 'Add a file' }).getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  await page.goto(`/project/${id}/viewer`)
  await arrived(page)

  // off at first, which the panel of one says
  await inTree(page, 'opening', 'Window opening')
  await expect(panel(page, 'Window opening')).toBeVisible()
  await page.getByRole('button', { name: 'Show openings' }).click()
  await expect(page.getByText('are drawn only when they are switched on')).toBeHidden()
  await page.getByRole('button', { name: 'More tools' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Show openings' })).toBeChecked()
  await page.keyboard.press('Escape')
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
  const question = dialogs(page)
  await expect(question).toContainText('example.org')
  await question.getByRole('button', { name: 'Cancel' }).click()
})
