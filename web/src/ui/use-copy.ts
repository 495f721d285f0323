import { useUiText } from './text.tsx'
import { type ToastOptions, toast } from './toast.ts'

/** Copies by a selection, which is allowed without HTTPS as well; the field is in the open dialog, which holds the focus. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;opacity:0'
  const within = focused?.closest('[role=dialog], [role=menu]') ?? document.body
  within.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

async function copyText(text: string): Promise<boolean> {
  try {
    // browsers offer it over HTTPS and on this machine only
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // for example without permission: the other way may work
  }
  return copySelection(text)
}

/**
 * Returns a function that copies a text to the clipboard and shows a toast, by default only when the browser refused.
 *
 *     const copy = useCopy()
 *     <Button onClick={() => void copy(link, { text: text.linkCopied })}>…</Button>
 */
export function useCopy() {
  const { notCopied } = useUiText()
  return async (text: string, said?: ToastOptions): Promise<boolean> => {
    const isCopied = await copyText(text)
    if (!isCopied) toast.error({ text: notCopied })
    else if (said) toast.success(said)
    return isCopied
  }
}
