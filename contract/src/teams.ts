import * as z from 'zod/mini'
import { Country, Id, Line } from './fields.ts'
import { endpoint } from './http.ts'

export const Team = z.object({ id: Id, name: z.string(), country: z.nullable(z.string()) })
export type Team = z.output<typeof Team>

export const createTeam = endpoint({
  method: 'POST',
  path: '/api/v2/team',
  access: 'user',
  summary: 'Create a company; the caller becomes its OWNER',
  body: z.object({ name: Line(2, 120), country: z.optional(Country) }),
  reply: Team,
  status: 201,
  tells: ['team.updated'],
  example: { body: { name: 'Okafor Bau', country: 'DE' } },
})
