import { Link } from 'react-router'
import { noticeLinks, notices } from '#domain/privacy/notice.ts'

/** What happens with the data of a form: what, why, how long, who, and where to read more. */
export function DataNotice({ at }: { at: keyof typeof notices }) {
  return (
    <p className="data-notice">
      {notices[at]} <Link to="/privacy">{noticeLinks.privacy}</Link>
      {' · '}
      <Link to="/contactUs">{noticeLinks.grievance}</Link>
    </p>
  )
}
