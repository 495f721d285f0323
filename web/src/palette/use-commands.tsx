import { filterMembers, listMembers } from '@plumbline/contract/access/access'
import { listHeaders } from '@plumbline/contract/bim/bim'
import { mayCreateIssue } from '@plumbline/contract/issues/issues.rules'
import { listIssues } from '@plumbline/contract/issues/lists'
import { searchAllProjects } from '@plumbline/contract/issues/search'
import { getProject } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import {
  Box,
  Building2,
  CircleDot,
  CreditCard,
  FileInput,
  FileOutput,
  FolderOpen,
  Gauge,
  History,
  Keyboard,
  Landmark,
  Layers,
  MessageSquare,
  Moon,
  Plug,
  Plus,
  ReceiptText,
  Settings,
  Sun,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import type { ApiError } from '../api/client.ts'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useProjects } from '../api/use-projects.ts'
import { useLocation, useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { setAppearance } from '../base/theme.ts'
import { useBillingText } from '../billing/text.ts'
import { useBillableTeamId } from '../billing/use-subscription.ts'
import type { Command, CommandGroup } from '../ui/CommandPalette.tsx'
import { containsWords } from './contains-words.ts'
import { type PaletteVisit, readVisits, storeVisit } from './recent-visits.ts'
import { usePaletteText } from './text.ts'

/** limit on entries per group; a longer query finds the rest */
const MAX_PER_GROUP = 8

type Link = PaletteVisit & { icon: ReactNode; keys?: string }

/** A read that a part of the results comes from. */
interface Read {
  error: ApiError | null
  isLoading: boolean
  refetch: () => unknown
}

/** Models open in the viewer, other files on pages of their own. */
const pathOfFile = (projectId: string, { id, type_of }: { id: string; type_of: string }) =>
  type_of === 'MODEL' ? paths.viewer(projectId, { models: [id] }) : paths.file(projectId, id)

/** Links to the pages, models and members of the open project. */
function useProjectLinks(id: string | undefined) {
  const text = usePaletteText()
  const input = { params: { id: id ?? '' } }
  const enabled = id !== undefined
  const { data: project } = useRead(getProject, input, { enabled, redirects: false })
  const files = useRead(listHeaders, input, { enabled, redirects: false })
  const members = useRead(listMembers, input, { enabled, redirects: false })
  if (!id || !project) return null
  const mayCreate = project.status === 'ACTIVE' && mayCreateIssue(project.my_permission_level)
  const here: Link[] = [
    ...(mayCreate
      ? [{ id: `new-issue ${id}`, label: text.newIssue, href: paths.newIssue(id), icon: <Plus />, keys: 'C' }]
      : []),
    { id: `issues ${id}`, label: text.issues, href: paths.issues(id), icon: <CircleDot />, keys: 'G I' },
    { id: `models ${id}`, label: text.models, href: paths.models(id), icon: <Layers />, keys: 'G M' },
    { id: `viewer ${id}`, label: text.view3d, href: paths.viewer(id), icon: <Box />, keys: 'G V' },
    {
      id: `export-bcf ${id}`,
      label: text.exportBcf,
      href: paths.exportBcf(id),
      icon: <FileOutput />,
    },
    { id: `members ${id}`, label: text.members, href: paths.members(id), icon: <Users /> },
    ...(isLevelAtLeast(project.my_permission_level, 'EDITOR')
      ? [
          {
            id: `settings ${id}`,
            label: text.projectSettings,
            href: paths.projectSettings(id),
            icon: <Settings />,
          },
          {
            id: `import-bcf ${id}`,
            label: text.importBcf,
            href: paths.importBcf(id),
            icon: <FileInput />,
          },
        ]
      : []),
    ...(project.my_permission_level === 'ADMIN'
      ? [{ id: `webhooks ${id}`, label: text.webhooks, href: paths.webhooks(id), icon: <Webhook /> }]
      : []),
  ]
  const models: Link[] = (files.data ?? [])
    .flatMap((row) => ('headers' in row ? row.headers : [row]))
    .filter(({ current }) => current)
    .map((header) => ({
      id: header.id,
      label: header.name,
      href: pathOfFile(id, header),
      icon: <Box />,
    }))
  const people: Link[] = filterMembers(members.data ?? []).map(({ user_id, user }) => ({
    id: user_id,
    label: `${user.first_name} ${user.last_name}`,
    href: paths.members(id),
    icon: <UserRound />,
  }))
  const reads: Read[] = [files, members]
  return { here: here.map((link) => ({ ...link, detail: project.name })), models, people, reads }
}

/** Issues and files that match the query, in all projects; a number alone matches the issue of the open project with it. */
function useSearchLinks(
  id: string | undefined,
  typed: string,
): { issues: Link[]; files: Link[]; reads: Read[] } {
  const text = usePaletteText()
  const query = useDeferredValue(typed.trim())
  const enabled = query.length > 1
  const inProject = useRead(
    listIssues,
    { params: { id: id ?? '' }, query: { q: query, limit: MAX_PER_GROUP } },
    { enabled: enabled && id !== undefined, redirects: false, keepPrevious: true },
  )
  const everywhere = useRead(
    searchAllProjects,
    { query: { q: query, limit: MAX_PER_GROUP } },
    { enabled, redirects: false, keepPrevious: true },
  )
  const [here, found] = [inProject.data, everywhere.data]
  const toLink = (project: string, number: number, label: string, detail?: string): Link => ({
    id: `issue ${project} ${number}`,
    label,
    href: paths.issue(project, number),
    icon: <CircleDot />,
    ...(detail && { detail }),
  })
  if (query === '') return { issues: [], files: [], reads: [] }
  const number = Number(/^#?(\d{1,9})$/.exec(query)?.[1])
  const named = id && number ? [toLink(id, number, text.issue(number))] : []
  if (!enabled) return { issues: named, files: [], reads: [] }
  const own =
    id && here ? here.items.map((each) => toLink(id, each.number, `#${each.number} ${each.name}`)) : []
  const elsewhere = (found?.issues ?? [])
    .filter((each) => each.project_id !== id)
    .map((each) => toLink(each.project_id, each.number, `#${each.number} ${each.name}`, each.project_name))
  const files = (found?.files ?? [])
    .filter((each) => each.project_id !== id)
    .map((each) => ({
      id: each.id,
      label: each.name,
      detail: each.project_name,
      href: pathOfFile(each.project_id, each),
      icon: <Box />,
    }))
  const reads = id === undefined ? [everywhere] : [inProject, everywhere]
  return { issues: [...named, ...own, ...elsewhere], files, reads }
}

/** Links to the billing pages, for people who may open them. */
function useBillingLinks(): Link[] {
  const { plan, payment, details, invoices } = useBillingText()
  const teamId = useBillableTeamId()
  const { teams } = useMe()
  if (!teamId) return []
  const detail = teams.find(({ team_id }) => team_id === teamId)?.team.name
  const part = (name: string, label: string, icon: ReactNode): Link => ({
    id: `account ${teamId} ${name}`,
    href: paths.accountPart(name),
    label,
    detail,
    icon,
  })
  return [
    part('plan', plan, <Gauge />),
    part('payment', payment, <CreditCard />),
    part('details', details, <Landmark />),
    part('invoices', invoices, <ReceiptText />),
  ]
}

function useGlobalLinks(query: string): { projects: Link[]; settings: Link[]; reads: Read[] } {
  const text = usePaletteText()
  const { data = [], ...read } = useProjects(query)
  const billing = useBillingLinks()
  const projects = data.map((project) => ({
    id: project.id,
    label: project.name,
    detail: [project.code, project.team_name].filter(Boolean).join(' · '),
    href: paths.project(project.id),
    icon: <FolderOpen />,
  }))
  return {
    reads: [read],
    projects: [
      { id: 'projects', label: text.allProjects, href: paths.projects, icon: <FolderOpen />, keys: 'G P' },
      ...projects,
    ],
    settings: [
      { id: 'my-issues', label: text.myIssues, href: paths.myIssues(), icon: <CircleDot /> },
      { id: 'chat', label: text.chat, href: paths.chat, icon: <MessageSquare />, keys: 'G C' },
      { id: 'me', label: text.me, href: paths.me, icon: <UserRound /> },
      { id: 'api-access', label: text.apiAccess, href: paths.apiAccess, icon: <Plug /> },
      { id: 'account', label: text.account, href: paths.account, icon: <Building2 /> },
      ...billing,
      { id: 'join', label: text.join, href: paths.client(), icon: <Plus /> },
      { id: 'terms', label: text.terms, href: paths.terms, icon: <Settings /> },
    ],
  }
}

interface FoundCommands {
  groups: CommandGroup[]
  /** a part of the results is still being read */
  isSearching: boolean
  /** the error of a part of the results that could not be read */
  error: unknown
  retry: () => void
}

/** All matching commands by group; without a query the recent commands and those of the current project. */
export function useCommands(query: string, onShortcuts: () => void): FoundCommands {
  const text = usePaletteText()
  const navigate = useNavigate()
  const id = /^\/project\/([^/]+)/.exec(useLocation().pathname)?.[1]
  const project = useProjectLinks(id)
  const search = useSearchLinks(id, query)
  const { projects, settings, ...global } = useGlobalLinks(query)
  const go = ({ icon, keys, ...visit }: Link): Command => ({
    ...visit,
    icon,
    keys,
    run: () => {
      storeVisit(visit)
      navigate(visit.href)
    },
  })
  const fits = ({ label, detail = '' }: Pick<Command, 'label' | 'detail'>) =>
    containsWords(`${label} ${detail}`, query)
  const links = (label: string, from: readonly Link[]) => ({
    label,
    items: from.filter(fits).slice(0, MAX_PER_GROUP).map(go),
  })
  const recent: Link[] = readVisits().map((visit) => ({
    ...visit,
    id: `recent ${visit.id}`,
    icon: <History />,
  }))
  const actions: Command[] = [
    { id: 'light', label: text.light, icon: <Sun />, run: () => setAppearance('light') },
    { id: 'dark', label: text.dark, icon: <Moon />, run: () => setAppearance('dark') },
    { id: 'shortcuts', label: text.shortcuts, icon: <Keyboard />, keys: '?', run: onShortcuts },
  ]
  const idle = query.trim() === ''
  const reads = [...(project?.reads ?? []), ...search.reads, ...global.reads]
  const failed = reads.filter(({ error }) => error)
  const groups = [
    ...(idle ? [links(text.recent, recent)] : []),
    { label: text.issues, items: search.issues.map(go) },
    ...(project ? [links(text.here, project.here)] : []),
    ...(idle
      ? []
      : [
          {
            label: text.models,
            items: [...links(text.models, project?.models ?? []).items, ...search.files.map(go)],
          },
        ]),
    ...(project && !idle ? [links(text.people, project.people)] : []),
    links(text.projects, projects),
    links(text.settings, settings),
    { label: text.actions, items: actions.filter(fits) },
  ].filter(({ items }) => items.length > 0)
  return {
    groups,
    isSearching: reads.some(({ isLoading }) => isLoading),
    error: failed[0]?.error,
    retry: () => {
      for (const read of failed) void read.refetch()
    },
  }
}
