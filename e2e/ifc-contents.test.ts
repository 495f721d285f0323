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

/** Contents of an IFC file other than bodies: openings, zones, ports, documents, location; and files in a ZIP. */

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

  // off by default, as the panel of an opening says
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

/** A building whose storeys have one wall each. */
function buildStoreys(count: number): string {
  const model = generateCoordination()
  const guid = (number: number) => `2${String(number).padStart(21, '0')}`
  const building = /#(\d+)\s*=\s*IFCBUILDING\(/.exec(model)?.[1]
  const storeys = Array.from(
    { length: count },
    (_, at) =>
      `#${500_000 + at}=IFCBUILDINGSTOREY('${guid(at)}',$,'Deck ${at + 1}',$,$,$,$,$,.ELEMENT.,${(at + 10) * 3000}.);`,
  )
  const refs = storeys.map((_, at) => `#${500_000 + at}`).join()
  const all = `${storeys.join('\n')}\n#499999=IFCRELAGGREGATES('${guid(count)}',$,$,$,#${building},(${refs}));\nENDSEC;\nEND-ISO`
  return model.replace(/ENDSEC;\s*END-ISO/, all)
}

test('a storey among thousands is found by name, and few are listed at a time', async ({ page }) => {
  const id = await openProject(page, 'Many storeys')
  const file = path.join(folder, 'storeys.ifc')
  fs.writeFileSync(file, buildStoreys(3000))
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('dialog', { name: 'Add a file' }).getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  await page.goto(`/project/${id}/viewer`)
  await arrived(page)
  const picker = page.getByRole('combobox', { name: 'Storey', exact: true })
  await picker.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await page.getByRole('option').count()).toBeLessThan(100)
  await picker.fill('Deck 2750')
  await page.getByRole('option', { name: 'Deck 2750', exact: true }).click()
  await expect(page).toHaveURL(/storey=Deck\+2750/)
  await expect(picker).toHaveValue('Deck 2750')
  await picker.click()
  await picker.fill('All')
  await page.getByRole('option', { name: 'All storeys', exact: true }).click()
  await expect(page).not.toHaveURL(/storey=/)
})
