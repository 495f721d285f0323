import { useState } from 'react'
import { useMe } from '../api/session.ts'
import { useLocation } from '../base/navigation.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Input } from '../ui/Input.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { containsWords } from './contains-words.ts'
import { usePaletteText } from './text.ts'

/** Which of the shell's shortcut groups apply on the current page. */
function useScopes() {
  const { pathname, search } = useLocation()
  const isIssues = /^\/project\/[^/]+\/issues/.test(pathname)
  const isBoard = isIssues && new URLSearchParams(search).get('layout') === 'board'
  return { isProject: pathname.startsWith('/project/'), isIssues, isBoard }
}

/** The shortcuts of the current page; the viewer shows its own in its tools. */
export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = usePaletteText()
  const { shortcuts } = useMe().preferences
  const [query, setQuery] = useState('')
  const { scopes, keys } = text
  const { isProject, isIssues, isBoard } = useScopes()
  const groups = [
    [
      scopes.anywhere,
      [
        ['Ctrl K', keys.palette],
        ['/', keys.search],
        ['?', keys.shortcuts],
        ['G P', keys.projects],
        ['G C', keys.chat],
        ['Esc', keys.close],
      ],
    ],
    [
      scopes.project,
      isProject && [
        ['G I', keys.issues],
        ['G M', keys.models],
        ['G V', keys.viewer],
        ['C', keys.newIssue],
      ],
    ],
    [
      scopes.lists,
      [
        ['J K', keys.move],
        ['Enter', keys.open],
        ['X', keys.select],
        ...(isIssues && !isBoard ? ([['Ctrl A', keys.selectAll]] as const) : []),
      ],
    ],
    [
      scopes.board,
      isBoard && [
        ['← ↑ → ↓', keys.walk],
        ['Space', keys.carry],
      ],
    ],
    [
      scopes.issue,
      isIssues && [
        ['J K', keys.goThrough],
        ['← →', keys.goThrough],
        ['S', keys.status],
        ['P', keys.priority],
        ['A', keys.assignee],
        ['I', keys.take],
        ['L', keys.labels],
        ['D', keys.due],
        ['Ctrl Z', keys.undo],
      ],
    ],
    [
      scopes.notifications,
      [
        ['E', keys.acknowledge],
        ['H', keys.snooze],
        ['M', keys.mute],
      ],
    ],
    [scopes.writing, [['Ctrl Enter', keys.submit]]],
  ] as const
  const shown = groups
    .map(
      ([scope, rows]) =>
        [scope, (rows || []).filter(([cap, does]) => containsWords(`${does} ${cap}`, query))] as const,
    )
    .filter(([, rows]) => rows.length > 0)
  return (
    <Dialog open={open} onClose={onClose} title={text.shortcuts}>
      {!shortcuts && <Banner tone="info">{text.off}</Banner>}
      <Input
        type="search"
        aria-label={text.searchShortcuts}
        placeholder={text.searchShortcuts}
        value={query}
        onChange={setQuery}
        className="mb-3"
      />
      {shown.length === 0 && <p className="text-text-muted">{text.noShortcut}</p>}
      {shown.map(([scope, rows]) => (
        <section key={scope} className="mb-4">
          <h3 className="mb-1 font-semibold text-13 text-text-muted">{scope}</h3>
          <dl className="divide-y divide-line">
            {rows.map(([cap, does]) => (
              <div key={cap} className="flex items-center justify-between gap-4 py-1.5">
                <dt>{does}</dt>
                <dd>
                  <Kbd keys={cap} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
