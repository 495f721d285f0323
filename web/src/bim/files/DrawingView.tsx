import type { Header, Variant } from '@plumbline/contract/bim/bim'
import type { Project } from '@plumbline/contract/projects/projects'
import { ChevronLeft, ChevronRight, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useSearch } from '../../base/navigation.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useBimText } from '../text.ts'
import { PAPER_STYLE, PdfSheet, usePdfPage } from './PdfSheet.tsx'
import type { PanZoomView, PixelSize } from './pan-zoom.ts'
import { usePanZoom } from './use-pan-zoom.ts'

/** The displayed sheet, as the issue layer needs it to place pins. */
export interface DrawingSheet {
  project: Project
  header: Header
  variant: Variant
  /** page number, starting at 1 */
  page: number
  sheet: PixelSize | null
  table: { view: PanZoomView | null; box: PixelSize | null }
}

/** Hook of the issue layer: its overlay on the sheet and its toolbar button. */
type UseDrawingIssues = (sheet: DrawingSheet) => { over: ReactNode; tool: ReactNode }

interface ViewProps {
  url: string
  name: string
  header: Header
  variant: Variant
  project: Project
  /** the issue layer, injected by the page */
  useIssues: UseDrawingIssues
}

/** Frame in which a sheet is panned and zoomed, with its toolbar. */
function DrawingFrame(props: {
  label: string
  table: ReturnType<typeof usePanZoom>
  busy: boolean
  tools?: ReactNode
  onKey?: (key: string) => boolean
  /** overlay on the frame, outside the pan and zoom handlers */
  over?: ReactNode
  children: ReactNode
}) {
  const text = useBimText()
  const { table } = props
  return (
    <div className="relative min-h-0 flex-1">
      <div
        {...table.frame}
        role="application"
        aria-label={props.label}
        aria-roledescription={text.drawing}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard panning and zooming
        tabIndex={0}
        onKeyDown={(event) => {
          if (props.onKey?.(event.key)) event.preventDefault()
          else table.frame.onKeyDown(event)
        }}
        className="absolute inset-0 cursor-grab touch-none select-none overflow-hidden bg-sunken -outline-offset-2 active:cursor-grabbing"
      >
        {props.children}
        {props.busy && (
          <div className="pointer-events-none absolute inset-0 grid place-items-center">
            <Spinner label={text.openingDrawing} />
          </div>
        )}
      </div>
      {props.over}
      <div
        role="toolbar"
        aria-label={text.drawingTools}
        className="absolute inset-x-0 bottom-3 mx-auto flex w-fit max-w-full items-center gap-1 rounded-card border border-line bg-raised p-1 shadow-float"
      >
        {props.tools}
        <IconButton name={text.zoomOut} keys="-" icon={<ZoomOut aria-hidden />} onClick={table.zoomOut} />
        <IconButton name={text.zoomIn} keys="+" icon={<ZoomIn aria-hidden />} onClick={table.zoomIn} />
        <IconButton name={text.wholeSheet} keys="0" icon={<Maximize aria-hidden />} onClick={table.fit} />
      </div>
    </div>
  )
}

/** A picture or SVG, shown in an img element, where scripts and external references in it do not work. */
export function DrawingPicture({ url, name, header, variant, project, useIssues }: ViewProps) {
  const text = useBimText()
  const counts = variant.counts ?? {}
  const known =
    counts.width_px && counts.height_px ? { width: counts.width_px, height: counts.height_px } : null
  const [sheet, setSheet] = useState<PixelSize | null>(known)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const table = usePanZoom(sheet)
  const issues = useIssues({ project, header, variant, page: 1, sheet, table })
  if (state === 'failed') return <EmptyState drawing="search" title={text.drawingFailed} />
  const { view } = table
  return (
    <DrawingFrame
      label={name}
      table={table}
      busy={state === 'loading'}
      over={issues.over}
      tools={issues.tool}
    >
      <img
        src={url}
        alt={name}
        draggable={false}
        onLoad={({ currentTarget: image }) => {
          setState('shown')
          // an SVG without intrinsic size gets the proportions of an A0 sheet
          setSheet({ width: image.naturalWidth || 1189, height: image.naturalHeight || 841 })
        }}
        onError={() => setState('failed')}
        className="pointer-events-none absolute max-w-none shadow-float"
        style={
          view && sheet
            ? {
                ...PAPER_STYLE,
                left: view.x,
                top: view.y,
                width: sheet.width * view.scale,
                height: sheet.height * view.scale,
              }
            : { visibility: 'hidden' }
        }
      />
    </DrawingFrame>
  )
}

type PdfState = { file: PDFDocumentProxy } | 'loading' | 'failed' | 'locked' | 'wrong'

function usePdf(url: string) {
  const [password, setPassword] = useState<string | null>(null)
  const [opened, setOpened] = useState<PdfState>('loading')
  useEffect(() => {
    let cancelled = false
    let file: PDFDocumentProxy | null = null
    setOpened('loading')
    const open = async () => {
      const { openPdf, PdfPasswordRequired } = await import('./pdf-file.ts')
      try {
        file = await openPdf(url, password)
        if (cancelled) await file.loadingTask.destroy()
        else setOpened({ file })
      } catch (error) {
        if (!cancelled)
          setOpened(
            error instanceof PdfPasswordRequired ? (password === null ? 'locked' : 'wrong') : 'failed',
          )
      }
    }
    void open().catch(() => !cancelled && setOpened('failed'))
    return () => {
      cancelled = true
      void file?.loadingTask.destroy()
    }
  }, [url, password])
  return { opened, unlock: setPassword }
}

/** A PDF, shown one page at a time. */
export function DrawingPdf({ url, name, header, variant, project, useIssues }: ViewProps) {
  const text = useBimText()
  const { opened, unlock } = usePdf(url)
  const [{ page }, setSearch] = useSearch()
  const file = typeof opened === 'object' ? opened.file : null
  const pages = file?.numPages ?? 1
  const number = Math.min(Math.max(1, Number(page && /^\d{1,5}$/.exec(page)?.[0]) || 1), pages)
  const { page: sheet, isRead, isBroken } = usePdfPage(file, number)
  const size = sheet?.getViewport({ scale: 1 })
  const sheetSize = size ? { width: size.width, height: size.height } : null
  const table = usePanZoom(sheetSize)
  // pins of this page do not belong to the previous one
  const ownSize = isRead ? sheetSize : null
  const issues = useIssues({ project, header, variant, page: number, sheet: ownSize, table })
  const [drawn, setDrawn] = useState(false)
  /** the page that was read, but could not be drawn */
  const [undrawn, setUndrawn] = useState<number | null>(null)
  const isFailed = isBroken || undrawn === number
  const turn = (by: number) => {
    const next = Math.min(Math.max(1, number + by), pages)
    setSearch({ page: next === 1 ? undefined : String(next) })
  }
  if (opened === 'locked' || opened === 'wrong')
    return <PdfPasswordForm wrong={opened === 'wrong'} onPassword={unlock} />
  if (opened === 'failed') return <EmptyState drawing="search" title={text.drawingFailed} />
  const place = text.pageOf(number, pages)
  return (
    <DrawingFrame
      label={name}
      table={table}
      busy={!isFailed && !(drawn && isRead)}
      onKey={(key) => {
        const by = key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0
        if (by !== 0) turn(by)
        return by !== 0
      }}
      over={issues.over}
      tools={
        <>
          {issues.tool}
          {pages > 1 && <PageButtons number={number} pages={pages} onTurn={turn} />}
        </>
      }
    >
      {isFailed && <EmptyState drawing="search" title={text.drawingFailed} />}
      {sheet && !isFailed && table.view && table.box && (
        <PdfSheet
          page={sheet}
          view={table.view}
          box={table.box}
          label={`${name}, ${place}`}
          onDrawn={() => setDrawn(true)}
          onBroken={() => setUndrawn(sheet.pageNumber)}
        />
      )}
    </DrawingFrame>
  )
}

function PageButtons(props: { number: number; pages: number; onTurn: (by: number) => void }) {
  const { number, pages, onTurn } = props
  const text = useBimText()
  return (
    <>
      <IconButton
        name={text.previousPage}
        keys="PageUp"
        icon={<ChevronLeft aria-hidden />}
        disabled={number === 1}
        onClick={() => onTurn(-1)}
      />
      <span role="status" className="whitespace-nowrap px-1 text-13 tabular-nums">
        <span className="max-sm:sr-only">{text.pageOf(number, pages)}</span>
        <span aria-hidden className="sm:hidden">
          {number} / {pages}
        </span>
      </span>
      <IconButton
        name={text.nextPage}
        keys="PageDown"
        icon={<ChevronRight aria-hidden />}
        disabled={number === pages}
        onClick={() => onTurn(1)}
      />
    </>
  )
}

function PdfPasswordForm(props: { wrong: boolean; onPassword: (password: string) => void }) {
  const text = useBimText()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onPassword(typed)
  }
  return (
    <form onSubmit={submit} className="mx-auto mt-16 flex w-full max-w-80 flex-col gap-3 px-4">
      <Field label={text.pdfPassword} error={props.wrong ? text.pdfPasswordWrong : undefined}>
        <PasswordInput value={typed} onChange={setTyped} autoComplete="off" />
      </Field>
      <Button look="primary" type="submit">
        {text.open}
      </Button>
    </form>
  )
}
