import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { Button } from './Button.tsx'
import { useUiText } from './text.tsx'
import { toast } from './toast.ts'

interface FailedPartProps {
  isPlaceless: boolean
  onRetry: () => void
}

/** Takes the place of a failed part; tries again by a press and when the network returns. */
function FailedPart({ isPlaceless, onRetry }: FailedPartProps) {
  const text = useUiText()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  useEffect(() => {
    if (isPlaceless) toast.error({ text: text.loadFailed, action: { label: text.tryAgain, run: onRetry } })
  }, [isPlaceless, onRetry, text])
  if (isPlaceless) return null
  return (
    <span role="alert" className="inline-flex items-center gap-2 p-2 text-13 text-text-muted">
      {text.loadFailed}
      <Button size="small" onClick={onRetry}>
        {text.tryAgain}
      </Button>
    </span>
  )
}

interface PartBoundaryProps extends FailedPartProps {
  /** called once when the part fails */
  onFail: () => void
  children: ReactNode
}

class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch() {
    this.props.onFail()
  }
  override render() {
    const { isPlaceless, onRetry, children } = this.props
    return this.state.hasFailed ? <FailedPart isPlaceless={isPlaceless} onRetry={onRetry} /> : children
  }
}

const ignore = () => undefined

interface LazyPartOptions {
  /** the part has no place on the page, like a dialog: a failure is shown as a toast */
  placeless?: boolean
}

/**
 * A part of a page whose code is loaded when the part is first shown, or by `preload`. If the code cannot be loaded or
 * the part throws, the rest of the page stays and the part offers to try again. It suspends like `lazy`. `preload` resolves
 * when the code has come or failed.
 *
 *     const InviteDialog = lazyPart(() => import('./InviteDialog.tsx'), { placeless: true })
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { placeless = false }: LazyPartOptions = {},
) {
  // a failed lazy component never loads again, so each failure replaces it
  let Part = lazy(load)
  const renew = () => {
    Part = lazy(load)
  }
  function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(0)
    const retry = useCallback(() => setAttempt((last) => last + 1), [])
    return (
      <PartBoundary key={attempt} isPlaceless={placeless} onFail={renew} onRetry={retry}>
        {createElement(Part, props)}
      </PartBoundary>
    )
  }
  return Object.assign(LazyPart, { preload: () => load().then(ignore, ignore) })
}
