import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import { buttonClass } from './button-look.ts'
import { cx } from './cx.ts'
import { useUiText } from './text.tsx'

type BannerTone = Exclude<Tone, 'neutral'>

const tones: Record<BannerTone, { box: string; sign: string; icon: typeof Info }> = {
  info: { box: 'bg-info-soft', sign: 'text-info', icon: Info },
  success: { box: 'bg-success-soft', sign: 'text-success', icon: CircleCheck },
  warning: { box: 'bg-warning-soft', sign: 'text-warning', icon: TriangleAlert },
  danger: { box: 'bg-danger-soft', sign: 'text-danger', icon: CircleAlert },
}

/**
 * A persistent message about the page or a part of it: offline, past due, deleted by someone.
 *
 *     <Banner tone="danger" action={<Button size="small" onClick={retry}>Try again</Button>}>
 *       The list could not be refreshed. What you see is from 10:42.</Banner>
 */
export function Banner(props: {
  tone?: BannerTone
  action?: ReactNode
  onDismiss?: () => void
  children: ReactNode
}) {
  const text = useUiText()
  const { box, sign, icon: Icon } = tones[props.tone ?? 'info']
  return (
    <div
      role={props.tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card py-2 ps-3 pe-2 text-text', box)}
    >
      <Icon aria-hidden className={sign} />
      <div className="min-w-40 flex-1 py-0.5">{props.children}</div>
      {props.onDismiss ? (
        // wraps below the text as one block when there is no room next to it
        <div className="ms-auto flex items-center gap-2">
          {props.action}
          <button
            type="button"
            aria-label={text.close}
            onClick={props.onDismiss}
            className={buttonClass('ghost', 'small', true)}
          >
            <X aria-hidden />
          </button>
        </div>
      ) : (
        props.action
      )}
    </div>
  )
}
