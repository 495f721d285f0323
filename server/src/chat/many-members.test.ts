import { getChat, listChats, openChat, sendMessage } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeRoom } from '../../test/chat-room.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const addMembers = (projectId: string, count: number) =>
  sql`with u as (insert into users (id, email, password_hash, first_name)
      select gen_random_uuid(), gen_random_uuid() || '@example.com', '', 'Person' from generate_series(1, ${count}::int) n
      returning id)
    insert into project_members (project_id, user_id, role, permission_level)
    select ${projectId}, id, 'OTHER', 'CONTRIBUTOR' from u`.execute(app.server.db)

test('The list of conversations holds the members of the latest ones; of others who wrote last and how many there are', async () => {
  const { owner, editor, contributor, room, project_id } = await makeRoom(app)
  const group = await owner.client.call(openChat, {
    body: { kind: 'GROUP', name: 'Façade', member_ids: [editor.id, contributor.id] },
  })
  await editor.client.call(sendMessage, { params: { id: room.id }, body: { message: 'Formwork arrives' } })
  await owner.client.call(sendMessage, { params: { id: group.id }, body: { message: 'Good' } })
  await addMembers(project_id, 1990)
  const [, whole] = await owner.client.call(listChats, {})
  expect(whole?.members).toHaveLength(1994)
  expect(whole).toEqual(await owner.client.call(getChat, { params: { id: room.id } }))

  await addMembers(project_id, 10)

  const [listedGroup, listed] = await owner.client.call(listChats, {})
  expect(listedGroup).toEqual(await owner.client.call(getChat, { params: { id: group.id } }))
  expect(listed).toMatchObject({ id: room.id, member_count: 2004 })
  expect(listed?.members.map(({ id }) => id)).toEqual([editor.id])
  const read = await owner.client.call(getChat, { params: { id: room.id } })
  expect(read.members).toHaveLength(2004)
  expect(read.member_count).toBeUndefined()
})
