import { addPushDevice, getPush, removePushDevice } from '@plumbline/contract/notifications/settings'
import { BellRing, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toastError, useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/toast.ts'
import { exactTime, shortDate } from '../../users/dates.ts'
import { getPushAbility, readOwnEndpointHash, subscribeToPush, unsubscribeFromPush } from '../push.ts'
import { useNotificationSettingsText } from '../settings-text.ts'

/** Push notifications of this browser and of the person's other devices. */
export function PushPart() {
  const text = useNotificationSettingsText()
  const { data } = useRead(getPush, {})
  // shown below, with the browser's own errors
  const add = useWrite(addPushDevice, { onError: () => undefined })
  const remove = useWrite(removePushDevice, { onDone: () => toast.success() })
  const [own, setOwn] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const [ability, setAbility] = useState(getPushAbility)
  useEffect(() => void readOwnEndpointHash().then(setOwn, () => undefined), [])
  if (!data) return null
  const here = data.devices.find(({ endpoint_hash }) => endpoint_hash === own)

  async function turnOn(publicKey: string) {
    setWorking(true)
    try {
      const body = await subscribeToPush(publicKey)
      if (body) await add.send({ body })
      setOwn(await readOwnEndpointHash())
      if (body) toast.success()
    } catch (error) {
      if (error instanceof DOMException) toast.error({ text: text.pushFailed })
      else toastError(error)
    } finally {
      setAbility(getPushAbility())
      setWorking(false)
    }
  }
  async function turnOff(deviceId: string) {
    await unsubscribeFromPush().catch(() => undefined)
    remove.run({ params: { deviceId } })
  }
  const reasons = { blocked: text.pushBlocked, install: text.pushInstall, missing: text.pushMissing }
  const { public_key } = data
  return (
    <div className="mt-4 border-line border-t pt-4">
      <h3 className="font-medium">{text.pushTitle}</h3>
      <p className="mt-1 text-13 text-text-muted">{public_key ? text.pushHint : text.pushUnused}</p>
      {public_key && !here && ability !== 'able' && <p className="mt-2">{reasons[ability]}</p>}
      {public_key && !here && ability === 'able' && (
        <Button
          className="mt-3"
          icon={<BellRing aria-hidden />}
          loading={working}
          onClick={() => void turnOn(public_key)}
        >
          {text.pushOn}
        </Button>
      )}
      {here && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <span role="status">{text.pushIsOn}</span>
          <Button loading={remove.pending} onClick={() => void turnOff(here.id)}>
            {text.pushOff}
          </Button>
        </p>
      )}
      {data.devices.length > (here ? 1 : 0) && (
        <ul aria-label={text.devices} className="mt-3">
          {data.devices
            .filter((device) => device !== here)
            .map(({ id, name, created_at }) => (
              <li key={id} className="flex items-center gap-3 border-line border-t py-2">
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <time
                  dateTime={created_at}
                  title={exactTime(created_at)}
                  className="text-13 text-text-muted tabular-nums"
                >
                  {shortDate(created_at)}
                </time>
                <IconButton
                  size="small"
                  name={text.removeNamed(name)}
                  icon={<X aria-hidden />}
                  onClick={() => remove.run({ params: { deviceId: id } })}
                />
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
