import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useViewerText } from './text.ts'

/** The web address in a document's location; null for paths and anything that a browser would run. */
function parseAddress(address: string): URL | null {
  try {
    const url = new URL(address.trim())
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
  } catch {
    return null
  }
}

/** The location of a document; a web address is opened in a new tab, after asking, since anybody may have written it. */
export function DocumentLink({ address }: { address: string }) {
  const text = useViewerText()
  const ui = useUiText()
  const [asking, setAsking] = useState(false)
  const url = parseAddress(address)
  if (!url) return address
  const open = () => {
    window.open(url.href, '_blank', 'noopener,noreferrer')
    setAsking(false)
  }
  return (
    <>
      <button
        type="button"
        className="inline-flex min-w-0 items-center gap-1 text-left [overflow-wrap:anywhere] text-link underline"
        onClick={() => setAsking(true)}
      >
        <span className="min-w-0">{address}</span>
        <ExternalLink aria-hidden className="size-3.5 flex-none" />
      </button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={text.openDocument}>
        <p className="pb-4 [overflow-wrap:anywhere]">{text.leadsOutside(url.hostname, url.href)}</p>
        <DialogActions close={ui.cancel}>
          <Button look="primary" onClick={open}>
            {text.openOutside}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
