import * as access from '@plumbline/contract/access'
import { bind } from '../context.ts'
import { membersOfProject } from './reads.ts'

export const accessRoutes = [bind(access.listMembers, membersOfProject)]
