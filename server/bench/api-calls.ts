import { randomUUIDv7 } from 'node:crypto'

/** The calls that the web client makes most, and the statements that a bare server needs for each. */

/** Ids of rows created by the benchmark, for use in calls. */
export interface BenchRows {
  project: string
  chat: string
  issues: string[]
}

export interface BenchCall {
  name: string
  method: 'GET' | 'PATCH' | 'POST'
  /** path and body of the n-th request */
  build: (rows: BenchRows, n: number) => { url: string; body?: object }
  /** statements of the reference, with the values of `SqlValues` in their order */
  sql: string[]
}

/** Reads the session's person and their right in one statement: $1 session id, $2 project id. */
export const rightSql = `select u.id, u.email, m.permission_level from sessions s join users u on u.id = s.user_id
  left join project_members m on m.user_id = u.id and m.project_id = $2::uuid
  where s.id = $1::uuid and s.expires_at > now()`

const issueUrl = ({ project, issues }: BenchRows, n: number) =>
  `/api/project/${project}/issue/${issues[n % issues.length]}`
const inProject = (path: string) => (rows: BenchRows) => ({ url: `/api/project/${rows.project}${path}` })

/** In the statements: $1 project, $2 person, $3 issue, $4 text, $5 a new id, $6 conversation. */
export const benchCalls: BenchCall[] = [
  {
    name: 'GET /api/me',
    method: 'GET',
    build: () => ({ url: '/api/me' }),
    sql: ['select * from users where id = $2'],
  },
  {
    name: 'GET project',
    method: 'GET',
    build: inProject(''),
    sql: ['select p.*, t.name as team_name from projects p join teams t on t.id = p.team_id where p.id = $1'],
  },
  {
    name: 'GET projects',
    method: 'GET',
    build: () => ({ url: '/api/v2/project' }),
    sql: [
      'select p.* from projects p join project_members m on m.project_id = p.id where m.user_id = $2 order by p.name limit 50',
    ],
  },
  {
    name: 'GET 50 issues',
    method: 'GET',
    build: inProject('/issue?limit=50'),
    sql: [
      'select * from issues where project_id = $1 and deleted_at is null order by number desc limit 50',
      'select count(*) from issues where project_id = $1 and deleted_at is null',
    ],
  },
  {
    name: 'GET issue',
    method: 'GET',
    build: (rows, n) => ({ url: issueUrl(rows, n) }),
    sql: [
      'select * from issues where id = $3 and project_id = $1',
      `select (select json_agg(a) from issue_anchors a where a.issue_id = $3) as anchors,
        (select json_agg(v) from issue_viewpoints v where v.issue_id = $3) as viewpoints,
        (select json_agg(t) from issue_attachments t where t.issue_id = $3) as attachments,
        (select json_agg(w.user_id) from issue_watchers w where w.issue_id = $3) as watchers`,
    ],
  },
  {
    name: 'GET timeline',
    method: 'GET',
    build: (rows, n) => ({ url: `${issueUrl(rows, n)}/timeline` }),
    sql: [
      'select * from issue_log where issue_id = $3 order by seq desc limit 50',
      'select * from issue_comments where issue_id = $3 order by created_at limit 50',
    ],
  },
  {
    name: 'GET levels',
    method: 'GET',
    build: inProject('/level'),
    sql: ['select * from levels where project_id = $1 order by "order"'],
  },
  {
    name: 'GET sections',
    method: 'GET',
    build: inProject('/section'),
    sql: ['select * from sections where project_id = $1 order by "order"'],
  },
  {
    name: 'GET members',
    method: 'GET',
    build: (rows) => ({ url: `/api/v2/project/${rows.project}/member` }),
    sql: [
      'select m.*, u.email, u.first_name, u.last_name from project_members m join users u on u.id = m.user_id where m.project_id = $1',
    ],
  },
  {
    name: 'GET files',
    method: 'GET',
    build: inProject('/bim-file-header'),
    sql: [
      'select h.*, v.version, v.state from bim_file_headers h left join bim_file_variants v on v.header_id = h.id where h.project_id = $1',
    ],
  },
  {
    name: 'GET labels',
    method: 'GET',
    build: inProject('/issue/label'),
    sql: ['select unnest(labels) as label, count(*) from issues where project_id = $1 group by 1'],
  },
  {
    name: 'GET views of lists',
    method: 'GET',
    build: inProject('/issue/view'),
    sql: ['select * from issue_views where project_id = $1'],
  },
  {
    name: 'GET notification count',
    method: 'GET',
    build: () => ({ url: '/api/notification/count' }),
    sql: ['select state, count(*) from notifications where user_id = $2 group by 1'],
  },
  {
    name: 'GET notifications',
    method: 'GET',
    build: () => ({ url: '/api/notification?page_size=50' }),
    sql: ['select * from notifications where user_id = $2 order by created_at desc limit 50'],
  },
  {
    name: 'GET conversations',
    method: 'GET',
    build: () => ({ url: '/api/chat' }),
    sql: [
      'select c.* from chats c join project_members m on m.project_id = c.project_id where m.user_id = $2',
      `select c.id as chat_id, u.id, u.first_name, u.last_name, u.picture_id from chats c
        join project_members own on own.project_id = c.project_id and own.user_id = $2
        join project_members m on m.project_id = c.project_id join users u on u.id = m.user_id`,
    ],
  },
  {
    name: 'GET messages',
    method: 'GET',
    build: (rows) => ({ url: `/api/chat/${rows.chat}/message` }),
    sql: ['select * from chat_messages where chat_id = $6 order by position desc limit 50'],
  },
  {
    name: 'PATCH issue',
    method: 'PATCH',
    build: (rows, n) => ({ url: issueUrl(rows, n), body: { name: `Changed ${n}` } }),
    sql: [
      'update issues set name = $4, version = version + 1, updated_at = now() where id = $3 and project_id = $1 returning *',
    ],
  },
  {
    name: 'POST issue',
    method: 'POST',
    build: ({ project }, n) => ({
      url: `/api/project/${project}/issue`,
      body: { name: `New ${n}`, type: 'DEFECT' },
    }),
    sql: [
      `with numbered as (update projects set last_issue_number = last_issue_number + 1 where id = $1 returning last_issue_number, team_id)
        insert into issues (id, project_id, number, name, type, team_id, created_by)
        select $5, $1, last_issue_number, $4, 'DEFECT', team_id, $2 from numbered returning *`,
    ],
  },
  {
    name: 'POST comment',
    method: 'POST',
    build: (rows, n) => ({ url: `${issueUrl(rows, n)}/comment`, body: { text: `Seen again ${n}` } }),
    sql: [
      `with counted as (update issues set comments = comments + 1, updated_at = now() where id = $3 and project_id = $1)
        insert into issue_comments (id, issue_id, text, round, created_by) values ($5, $3, $4, 1, $2) returning *`,
    ],
  },
  {
    name: 'POST message',
    method: 'POST',
    build: ({ chat }, n) => ({
      url: `/api/chat/${chat}/message`,
      body: { id: randomUUIDv7(), message: `Message ${n}` },
    }),
    sql: [
      `with placed as (update chats set message_count = message_count + 1, last_at = now() where id = $6 returning message_count)
        insert into chat_messages (id, chat_id, position, message, user_id) select $5, $6, message_count, $4, $2 from placed returning *`,
    ],
  },
]
