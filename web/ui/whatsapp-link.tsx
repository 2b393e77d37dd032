import { whatsAppLink } from '#domain/shop/whatsapp.ts'
import { useShopInfo } from './shop-info.ts'

/** Opens a chat with the shop, if it has one. @param text what is typed there already */
export function WhatsAppLink({ text }: { text: string }) {
  const { whatsappNumber } = useShopInfo()
  if (whatsappNumber === '') return null
  return (
    <p className="no-print">
      <a href={whatsAppLink(whatsappNumber, text)} target="_blank" rel="noopener noreferrer">
        Chat on WhatsApp
      </a>
    </p>
  )
}
