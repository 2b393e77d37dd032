import { QrCode } from '#web/ui/qr-code.tsx'
import { useWords } from '#web/ui/shop-info.ts'

/** Opens the same choice on a phone, which can show it in the room. */
export function RoomCode({ heading, address }: { heading: string; address: string }) {
  const { noun } = useWords()
  return (
    <>
      <h2>{heading}</h2>
      <p>{`Scan this code with your phone’s camera. It opens this ${noun} in the chosen size and finish; press “${heading}” there.`}</p>
      <QrCode text={address} label={`QR code of ${address}`} />
    </>
  )
}
