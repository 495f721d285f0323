import { cutText } from '@plumbline/contract/characters'
import { exportIssues } from '@plumbline/contract/issues/bulk'
import { buildRecord, type IssueValues, issueFieldNames } from '@plumbline/contract/issues/issue-fields'
import { createIssue, deleteIssue, restoreIssue } from '@plumbline/contract/issues/issues'
import { mayCreateIssue } from '@plumbline/contract/issues/issues.rules'
import {
  ChevronDown,
  ChevronUp,
  Copy,
  Ellipsis,
  FileDown,
  Hash,
  Link as LinkIcon,
  Trash2,
  X,
} from 'lucide-react'
import { useRef } from 'react'
import { urlOf } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { language } from '../../base/language.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { pickCopied } from '../custom-fields/new-values.ts'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import { useIssueText } from '../text.ts'
import { useIssueParams, useIssueRefusal, useOpenIssue } from './issue-context.ts'
import { MuteButton } from './MuteButton.tsx'
import { useDetailText } from './text.ts'
import type { Walk } from './use-walk.ts'
import { WatchButton } from './Watchers.tsx'

/** Deletes the issue without confirmation and offers an undo in the toast. */
function useDeleteIssue(onClose: () => void) {
  const text = useDetailText()
  const { project, issue, beside } = useOpenIssue()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const restore = useWrite(restoreIssue, {
    onDone: ({ number }) => {
      toast.success({ title: text.restored(number) })
      // in the viewer the restored pin is enough
      if (!beside) navigate(paths.issue(project.id, number))
    },
  })
  return useWrite(deleteIssue, {
    onDone: (_, { params }) => {
      // another issue may have been opened in the meantime
      if (isShown.current) onClose()
      toast.success({
        title: text.deletedToast(issue.number),
        action: { label: text.undo, run: () => restore.run({ params }) },
      })
    },
  })
}

/** Creates a copy of the issue's fields, without anchors, files and comments. */
function useDuplicateIssue() {
  const text = useDetailText()
  const { project, issue, beside } = useOpenIssue()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const create = useWrite(createIssue, {
    onDone: ({ number }) => {
      const stays = beside || !isShown.current
      const open = () => navigate(paths.issue(project.id, number))
      toast.success({
        title: text.duplicated(number),
        action: stays ? { label: text.open, run: open } : undefined,
      })
      if (!stays) open()
    },
  })
  const { offered } = useCustomFields(project.id)
  const values = buildRecord(issueFieldNames, (field) => issue[field]) as IssueValues
  return () =>
    create.run({
      params: { id: project.id },
      body: {
        ...values,
        custom_fields: pickCopied(offered, issue.custom_fields),
        name: cutText(text.duplicateOf(issue.name), 255),
      },
    })
}

/** Header of the issue: its number, the issues before and after it, the watch button and the menu of actions. */
export function IssueHeader(props: { onClose: () => void; isDeleted: boolean; walk: Walk | null }) {
  const text = useDetailText()
  const issueText = useIssueText()
  const copy = useCopy()
  const { project, issue, relation } = useOpenIssue()
  const params = useIssueParams()
  const explainRefusal = useIssueRefusal()
  const remove = useDeleteIssue(props.onClose)
  const duplicate = useDuplicateIssue()
  const download = useRef<HTMLAnchorElement>(null)
  const link = new URL(paths.issue(project.id, issue.number), location.href).href
  const report = urlOf(exportIssues, {
    params: { id: project.id },
    query: { format: 'pdf', number: String(issue.number), language: language.read().locale },
  })
  return (
    <div className="@container z-10 flex flex-none flex-wrap items-center justify-end gap-1 border-line border-b bg-surface px-4 py-2">
      <span className="me-auto font-medium text-text-muted tabular-nums">#{issue.number}</span>
      {props.walk && <WalkButtons {...props.walk} />}
      {!props.isDeleted && <WatchButton />}
      {!props.isDeleted && <MuteButton />}
      {/* biome-ignore lint/a11y/useAnchorContent: clicked by the menu item, never visible */}
      <a ref={download} href={report} download={`${project.name} ${issue.number}.pdf`} hidden />
      <Menu align="end" trigger={<IconButton name={issueText.actions} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem
          icon={<LinkIcon aria-hidden />}
          onSelect={() => void copy(link, { title: issueText.copied })}
        >
          {issueText.copyLink}
        </MenuItem>
        <MenuItem
          icon={<Hash aria-hidden />}
          onSelect={() => void copy(`#${issue.number}`, { title: text.numberCopied })}
        >
          {text.copyNumber}
        </MenuItem>
        {!props.isDeleted && (
          <MenuItem icon={<FileDown aria-hidden />} onSelect={() => download.current?.click()}>
            {text.exportPdf}
          </MenuItem>
        )}
        {!props.isDeleted && mayCreateIssue(relation.permission_level) && (
          <>
            <MenuItem icon={<Copy aria-hidden />} onSelect={duplicate}>
              {text.duplicate}
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              danger
              icon={<Trash2 aria-hidden />}
              disabled={explainRefusal('DELETE')}
              onSelect={() => remove.run({ params })}
            >
              {issueText.remove}
            </MenuItem>
          </>
        )}
      </Menu>
      <IconButton name={issueText.close} icon={<X aria-hidden />} onClick={props.onClose} />
    </div>
  )
}

function WalkButtons({ previous, next, go }: Walk) {
  const text = useDetailText()
  if (previous === null && next === null) return null
  return (
    <>
      <IconButton
        name={text.previousIssue}
        keys="K"
        icon={<ChevronUp aria-hidden />}
        disabled={previous === null}
        onClick={() => go('previous')}
      />
      <IconButton
        name={text.nextIssue}
        keys="J"
        icon={<ChevronDown aria-hidden />}
        disabled={next === null}
        onClick={() => go('next')}
      />
    </>
  )
}
