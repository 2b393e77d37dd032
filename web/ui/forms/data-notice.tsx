import { Link } from 'react-router'
import { type NoticePlace, noticeAt, noticeLinks } from '#domain/privacy/notice.ts'
import { useWords } from '#web/ui/shop-info.ts'

/** What happens with the data of a form: what, why, how long, who, and where to read more. */
export function DataNotice({ at }: { at: NoticePlace }) {
  const words = useWords()
  return (
    <p className="data-notice">
      {noticeAt(at, words)} <Link to="/privacy">{noticeLinks.privacy}</Link>
      {' · '}
      <Link to="/contactUs">{noticeLinks.grievance}</Link>
    </p>
  )
}
