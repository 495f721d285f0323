import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMe } from '../../api/session.ts'
import { drafts } from '../../base/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { cx } from '../../ui/cx.ts'
import { readPastedFiles } from '../../ui/pasted-files.ts'
import { Textarea } from '../../ui/Textarea.tsx'
import { FormatBar } from './FormatBar.tsx'
import { applyFormat, type TextFormat } from './formatting.ts'
import { encodeMentions, findMentionedPeople, type Mentionable } from './mentions.ts'
import { returnText, useReturnedText } from './returned-text.ts'
import { SuggestionList } from './SuggestionList.tsx'
import { useComposerText } from './text.ts'
import { type FindIssues, type Suggestion, useSuggestions } from './use-suggestions.ts'

export interface ComposerProps {
  /** accessible name and placeholder of the text box */
  label: string
  /** label of the send button */
  action: string
  /** storage key of the unsent draft; without it no draft is stored */
  draft?: string
  /** text to edit; its presence turns the composer into an editor */
  initial?: string
  onCancel?: () => void
  people: readonly Mentionable[]
  findIssues?: FindIssues
  /** link to the page that invites people, if the user may invite */
  inviteHref?: string
  /** receives the text with mentions encoded by user id; if it returns a promise, the text stays until that resolves */
  onSend: (text: string) => unknown
  /** the box is free at once: only the draft stays until the promise resolves, and the text returns if it rejects */
  sendsInBackground?: boolean
  onFiles?: (files: File[]) => void
  /** rendered above the text box, for example pending uploads */
  children?: ReactNode
  /** attached files are still uploading: sending is blocked */
  isUploading?: boolean
  /** the text or an attachment cannot be sent; `children` shows why */
  isBlocked?: boolean
  /** maximum length of the encoded text */
  maxLength?: number
  /** Enter sends and Shift+Enter breaks the line; otherwise Ctrl+Enter sends */
  enterSends?: boolean
  /** files are attached: sending is allowed without text */
  hasFiles?: boolean
  /** called on every change, for the typing indicator */
  onTyping?: () => void
  /** height of the empty text box, in lines */
  rows?: number
  /** one line without buttons until it is used */
  collapses?: boolean
}

/**
 * Text editor for comments and messages: a subset of Markdown with a toolbar, `@` mentions people, `#` mentions issues,
 * files come by button, camera or paste. Ctrl+Enter sends.
 *
 *     <Composer label="Comment" action="Send" draft={`issue.${issue.id}`} people={people} onSend={comment} />
 */
export function Composer(props: ComposerProps) {
  const text = useComposerText()
  const me = useMe()
  const { draft, maxLength: most = 10_000 } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [written, setWritten] = useState(() => (draft && drafts.read(me.id, draft)) || (props.initial ?? ''))
  const [caret, setCaret] = useState(written.length)
  const [focus, setFocus] = useState<'never' | 'now' | 'before'>('never')
  const [sending, setSending] = useState(false)
  const suggestions = useSuggestions({ ...props, text: written, caret })
  const open = focus === 'now' && suggestions.items.length > 0
  const encoded = encodeMentions(written, props.people).trim()
  const tooLong = encoded.length > most
  const isEmpty = encoded === '' && !props.hasFiles
  const isCollapsed = props.collapses && focus === 'never' && isEmpty
  useReturnedText(me.id, draft, setWritten)

  function write(next: string) {
    setWritten(next)
    if (next) props.onTyping?.()
    if (draft) drafts.write(me.id, draft, next)
  }
  /** Sets text and selection; flushed, because a selection needs the rendered text. */
  function replace(next: string, from: number, to: number) {
    // changes made while a text is being saved would be lost with its form
    if (sending) return
    flushSync(() => {
      write(next)
      setCaret(to)
    })
    box.current?.focus()
    box.current?.setSelectionRange(from, to)
  }
  function choose(item: Suggestion) {
    const inserted = suggestions.choose(item)
    if (inserted) replace(inserted.text, inserted.caret, inserted.caret)
  }
  function format(kind: TextFormat) {
    const element = box.current
    if (!element) return
    const next = applyFormat({ text: written, from: element.selectionStart, to: element.selectionEnd }, kind)
    replace(next.text, next.from, next.to)
  }
  /** Inserts `@` or `#` as if typed, after a space. */
  function begin(sign: '@' | '#') {
    const at = box.current?.selectionEnd ?? written.length
    const space = at === 0 || /\s$/.test(written.slice(0, at)) ? '' : ' '
    const to = at + space.length + 1
    replace(written.slice(0, at) + space + sign + written.slice(at), to, to)
  }
  function send() {
    if (isEmpty || tooLong || sending || props.isUploading || props.isBlocked) return
    const outcome = props.onSend(encoded)
    if (!(outcome instanceof Promise)) return write('')
    if (props.sendsInBackground && draft) {
      setWritten('')
      drafts.send(me.id, draft, outcome).catch(() => returnText(me.id, draft, written))
      return
    }
    setSending(true)
    outcome
      .then(() => write(''))
      .finally(() => setSending(false))
      .catch(() => undefined)
  }
  function cancel() {
    if (sending) return
    if (draft) drafts.write(me.id, draft, '')
    props.onCancel?.()
  }
  function onKeyDown(event: KeyboardEvent) {
    const command = event.ctrlKey || event.metaKey
    const keys: Record<string, () => void> = {
      ArrowDown: () => suggestions.move(1),
      ArrowUp: () => suggestions.move(-1),
      Escape: suggestions.close,
      Enter: () => choose(suggestions.items[suggestions.active] as Suggestion),
      Tab: () => choose(suggestions.items[suggestions.active] as Suggestion),
    }
    const marks: Record<string, TextFormat> = { b: 'bold', i: 'italic', e: 'code' }
    const mark = command && !event.shiftKey && !event.altKey ? marks[event.key.toLowerCase()] : undefined
    if (open && !command && keys[event.key]) keys[event.key]?.()
    else if (event.key === 'Enter' && (command || (props.enterSends && !event.shiftKey))) send()
    else if (mark) format(mark)
    else if (event.key === 'Escape' && props.onCancel) cancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="@container relative flex flex-col gap-1.5">
      {open && (
        <SuggestionList
          id={listId}
          label={suggestions.sign === '@' ? text.people : text.issues}
          items={suggestions.items}
          active={suggestions.active}
          onChoose={choose}
        />
      )}
      {props.children}
      <Textarea
        ref={box}
        aria-label={props.label}
        placeholder={props.label}
        readOnly={sending}
        rows={isCollapsed ? 1 : (props.rows ?? 2)}
        value={written}
        onChange={write}
        onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
        onPaste={(event) => pasteFiles(event, props.onFiles)}
        onFocus={() => setFocus('now')}
        onBlur={() => setFocus('before')}
        autoFocus={props.initial !== undefined}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? `${listId}-${suggestions.active}` : undefined}
        aria-invalid={tooLong || undefined}
        className={cx(
          'w-full resize-none!',
          written || focus === 'now' ? 'max-h-48' : 'max-h-24',
          (isCollapsed || props.rows === 1) && 'min-h-9!',
        )}
      />
      <p role="status" className="sr-only">
        {open && text.found(suggestions.items.length)}
      </p>
      <NonMembersHint people={findMentionedPeople(written, props.people)} inviteHref={props.inviteHref} />
      {tooLong && <TooLongHint most={most} />}
      <div hidden={isCollapsed} className="flex flex-wrap items-center gap-1 [[hidden]]:hidden">
        <FormatBar
          onFormat={format}
          onMention={() => begin('@')}
          onIssue={props.findIssues && (() => begin('#'))}
          onFiles={props.onFiles}
        />
        <span className="ms-auto flex gap-2">
          {props.onCancel && <Button onClick={cancel}>{text.cancel}</Button>}
          <Button
            look="primary"
            disabled={isEmpty || tooLong || props.isBlocked === true}
            loading={sending || props.isUploading}
            onClick={send}
          >
            {props.action}
          </Button>
        </span>
      </div>
    </div>
  )
}

function TooLongHint({ most }: { most: number }) {
  return (
    <p role="alert" className="text-13 text-danger">
      {useComposerText().tooLong(most)}
    </p>
  )
}

function pasteFiles(event: ClipboardEvent, onFiles: ComposerProps['onFiles']) {
  const files = readPastedFiles(event.clipboardData)
  if (files.length === 0 || !onFiles) return
  event.preventDefault()
  // the drop zone around the composer would take the files a second time
  event.stopPropagation()
  onFiles(files)
}

/** Warns about mentioned people who are not members and receive no notification. */
function NonMembersHint(props: { people: Mentionable[]; inviteHref: string | undefined }) {
  const text = useComposerText()
  const names = props.people.filter(({ outside }) => outside).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-13 text-warning">
      {text.outsideHint(names.join(', '))}
      {props.inviteHref && (
        <ButtonLink size="small" href={props.inviteHref}>
          {text.invite}
        </ButtonLink>
      )}
    </p>
  )
}
