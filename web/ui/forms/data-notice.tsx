import { Link } from 'react-router'
import { type NoticePlace, noticeAt, noticeLinks } from '#domain/privacy/notice.ts'
import { useWords } from '#web/ui/shop-info.ts'

/** The notice about the data of a form: what is stored, why, how long, by whom, and where to read more. */
export function DataNotice({ at }: { at: NoticePlace }) {
  const words = useWords()
  return (
    <p className="fine">
      {noticeAt(at, words)} <Link to="/privacy">{noticeLinks.privacy}</Link>
      {' · '}
      <Link to="/contactUs">{noticeLinks.grievance}</Link>
    </p>
  )
}
