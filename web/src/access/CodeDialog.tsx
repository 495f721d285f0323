import { getAccessCode, regenerateAccessCode } from '@plumbline/contract/access/access'
import { Copy, Download, Printer, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { saveFile, svgToPng } from '../base/save-file.ts'
import { useProject } from '../projects/use-project.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { buildQrSvg, QrCode } from '../ui/QrCode.tsx'
import { toast } from '../ui/toast.ts'
import { useCopy } from '../ui/use-copy.ts'
import { useAccessText } from './text.ts'

const PNG_PX = 1024

/** The project code to copy, save as QR code or print. A new code invalidates the old one at once. */
export default function CodeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useAccessText()
  const project = useProject()
  const copy = useCopy()
  const params = { id: project.id }
  const { data, error, refetch } = useRead(getAccessCode, { params }, { enabled: open, redirects: false })
  const [asking, setAsking] = useState(false)
  const regenerate = useWrite(regenerateAccessCode, {
    onDone: () => {
      setAsking(false)
      toast.success({ text: text.newCodeMade })
    },
  })
  if (!data)
    return (
      <Dialog open={open} onClose={onClose} title={text.projectCode}>
        <LoadingState error={error} onRetry={() => void refetch()} rows={6} />
      </Dialog>
    )
  const name = `plumbline-${data.code}`
  const savePng = async () => saveFile(await svgToPng(buildQrSvg(data.url), PNG_PX), `${name}.png`)
  return (
    <Dialog open={open} onClose={onClose} title={text.projectCode} description={text.codeHint}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div data-print className="text-center">
          <p className="hidden font-semibold text-26 print:block">{project.name}</p>
          <QrCode
            text={data.url}
            label={text.qrOf(project.name)}
            className="mx-auto size-44 rounded-control print:size-100"
          />
          <p className="mt-2 font-mono font-semibold text-20 tracking-wider">{data.code}</p>
          <p className="hidden text-13 print:block">{text.sheetHint}</p>
        </div>
        <div className="flex min-w-40 flex-1 flex-col items-stretch gap-2">
          <Button icon={<Copy aria-hidden />} onClick={() => void copy(data.code, { text: text.copied })}>
            {text.copyCode}
          </Button>
          <Button icon={<Copy aria-hidden />} onClick={() => void copy(data.url, { text: text.copied })}>
            {text.copyLink}
          </Button>
          <Button
            icon={<Download aria-hidden />}
            onClick={() =>
              saveFile(new Blob([buildQrSvg(data.url)], { type: 'image/svg+xml' }), `${name}.svg`)
            }
          >
            SVG
          </Button>
          <Button icon={<Download aria-hidden />} onClick={() => void savePng()}>
            PNG
          </Button>
          <Button icon={<Printer aria-hidden />} onClick={() => print()}>
            {text.printSheet}
          </Button>
        </div>
      </div>
      <div className="mt-4">
        {asking ? (
          <DialogActions start={<p className="max-w-80 py-1">{text.regenerateWarning}</p>}>
            <Button look="danger" loading={regenerate.pending} onClick={() => regenerate.run({ params })}>
              {text.regenerate}
            </Button>
          </DialogActions>
        ) : (
          <Button look="ghost" icon={<RefreshCw aria-hidden />} onClick={() => setAsking(true)}>
            {text.regenerate}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
