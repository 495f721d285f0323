import { searchElements } from '@plumbline/contract/bim/elements'
import { fillPath } from '@plumbline/contract/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { type Door, doorsFile, guidNumber } from '../../../test/doors.ts'
import { makeOwner } from '../../../test/make.ts'
import { recordStatements } from '../../../test/recorded-statements.ts'
import { sendModel, waitUntilProcessed } from '../../../test/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const makeDoors = (count: number): Door[] =>
  Array.from({ length: count }, (_, index) => ({
    guid: guidNumber(index),
    name: `Door ${index}`,
    storey: 1,
    properties: { Mark: `IFCLABEL('M${index}')` },
  }))

async function sendDoors(bytes: Buffer) {
  const { client, project } = await makeOwner(app)
  await waitUntilProcessed(client, project.id, await sendModel(client, project.id, 'doors.ifc', bytes))
  const download = async (...conditions: string[]) => {
    const query = new URLSearchParams({ format: 'csv' })
    for (const condition of conditions) query.append('property', condition)
    const { status, body } = await client.send('GET', `${fillPath(searchElements.path, project)}?${query}`)
    expect(status).toBe(200)
    return String(body).trimEnd().split('\r\n')
  }
  return { client, project, download }
}

test('A download of elements reads the values of a condition once for thousands of elements', async () => {
  const { download } = await sendDoors(doorsFile(makeDoors(1300)))
  let lines: string[] = []
  const statements = await recordStatements(app.server.db, async () => {
    lines = await download('Mark exists')
  })
  expect(lines).toHaveLength(1301)
  expect(lines.slice(1).every((line, index) => line.endsWith(`M${index}`))).toBe(true)
  // to find the elements, and for their values
  expect(statements.filter(({ sql }) => sql.includes('join element_values'))).toHaveLength(2)
})

test('Columns of a download have the value of their own set where two sets have a property with one name', async () => {
  const bytes = String(doorsFile(makeDoors(1)))
  const door = /#(\d+)=IFCDOOR/.exec(bytes)?.[1]
  const other = `#9001=IFCPROPERTYSINGLEVALUE('Mark',$,IFCLABEL('other'),$);
#9002=IFCPROPERTYSET('0000000000000000009002',$,'Pset_Other',$,(#9001));
#9003=IFCRELDEFINESBYPROPERTIES('0000000000000000009003',$,$,$,(#${door}),#9002);`
  const { download } = await sendDoors(Buffer.from(bytes.replace(/ENDSEC;\s*END-ISO/, `${other}$&`)))
  const [head, line] = await download('Pset_DoorCommon.Mark exists', 'Pset_Other.Mark exists', 'MARK=other')
  expect(head).toMatch(/Pset_DoorCommon.Mark exists,Pset_Other.Mark exists,MARK=other$/)
  expect(line).toMatch(/,M0,other,other$/)
})
