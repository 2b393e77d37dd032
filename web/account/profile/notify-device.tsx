import { useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'

type NotifyDeviceProps = {
  pushKey: string
  isNotified: boolean
}

/** Subscribes this browser. It asks for the permission, so it does so only when it is pressed. */
export function NotifyDevice({ pushKey, isNotified }: NotifyDeviceProps) {
  const submit = useSubmit()
  const [support, setSupport] = useState<'unknown' | 'none' | 'push'>('unknown')
  const [isAllowed, setAllowed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const canPush = 'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator
    setSupport(canPush ? 'push' : 'none')
    setAllowed(canPush && Notification.permission === 'granted')
  }, [])

  async function notify() {
    setBusy(true)
    setProblem(undefined)
    const { NoPushError, subscribeDevice } = await import('#web/client/push.ts')
    try {
      const fields = await subscribeDevice(pushKey)
      await submit({ intent: 'add-device', ...fields }, { method: 'post', action: '/account#notifications' })
    } catch (error) {
      setProblem(error instanceof NoPushError ? error.message : 'Connection lost. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  if (support === 'none')
    return (
      <p className="quiet">
        This browser cannot be notified. On an iPhone or iPad, add the shop to the home screen and open it there.
      </p>
    )
  if (support === 'unknown' || (isNotified && isAllowed)) return null
  return (
    <>
      <Button variant="quiet" busy={busy} onClick={notify}>
        Notify on this device
      </Button>
      {problem && <FormMessage alert>{problem}</FormMessage>}
    </>
  )
}
