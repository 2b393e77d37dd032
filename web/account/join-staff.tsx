import { data, Form, Link, redirect, useLocation } from 'react-router'
import { INVITE_DAYS, type InviteProblem, STAFF_PROBLEMS } from '#domain/accounts/invite.ts'
import { screensOf } from '#domain/accounts/user.ts'
import { acceptInvite, readInvite } from '#server/accounts/staff.ts'
import { addressContext, getSession, rateLimitKeyOf, shopContext, userContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { CONNECTION_LOST, orIfLost, retryAfter } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton, SubmitButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/join-staff'

type Result = { problem?: InviteProblem; message?: string }

/** Opening the link does not take the invite, because mail programs open links, too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const user = context.get(userContext)
  return {
    invite: await readInvite(context.get(shopContext), tokenOf(request), user),
    loggedInAs: user?.email,
    isStaff: user !== undefined && screensOf(user) === 'admin',
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const session = getSession(context)
  const tooMany = await shop.limits.consume('proof', rateLimitKeyOf(context))
  if (tooMany) return data<Result>({ message: tooMany.message }, tooManyRequests(tooMany))
  const accepted = await acceptInvite(shop, session, tokenOf(request))
  if (!accepted.ok) return data<Result>({ problem: accepted.reason }, { status: 409 })
  const account = session.user.userId
  const address = context.get(addressContext)
  shop.securityLog.record('role-changed', { account, address, by: 'invite', to: accepted.role })
  throw redirect('/adminDashboard')
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? ''
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Result> {
  return orIfLost<Result, Result>(serverAction() as Promise<Result>, { message: CONNECTION_LOST })
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({ title: 'Join the staff', description: 'An invite to work in the back office.' })

export default function JoinStaff({ loaderData: { invite, loggedInAs, isStaff }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem ?? invite.problem
  if (problem || invite.problem !== undefined)
    return <Refused problem={problem ?? 'unknown'} loggedInAs={loggedInAs} isStaff={isStaff} />
  return (
    <div className="page narrow">
      <h1>Join the staff</h1>
      {loggedInAs === undefined ? <LogInFirst {...invite} /> : <Join {...invite} message={actionData?.message} />}
    </div>
  )
}

type Open = { email: string; role: string; hasAccount: boolean }

function LogInFirst({ email, role, hasAccount }: Open) {
  const { shop } = useWords()
  const { pathname, search } = useLocation()
  const next = `?next=${encodeURIComponent(pathname + search)}`
  return (
    <>
      <p className="quiet">
        You are invited to work for {shop} as {role}. {hasAccount ? 'Log in' : 'Sign up'} with {email}, then join.
      </p>
      <div className="form">
        <LinkButton to={hasAccount ? `/login${next}` : `/signup${next}`} wide>
          {hasAccount ? 'Login' : 'Signup'}
        </LinkButton>
      </div>
      <p className="quiet">
        {hasAccount ? 'No password yet?' : 'Already have an account?'}{' '}
        {hasAccount ? <Link to={`/login/code${next}`}>Email me a code</Link> : <Link to={`/login${next}`}>Login</Link>}
      </p>
    </>
  )
}

function Join({ email, role, message }: Open & { message: string | undefined }) {
  const { shop } = useWords()
  return (
    <>
      <p className="quiet">
        You join {shop} as {role}, with the account {email}.
      </p>
      <Form method="post" className="form">
        <SubmitButton wide>Join</SubmitButton>
        {message && <FormMessage alert>{message}</FormMessage>}
      </Form>
    </>
  )
}

const SENTENCES: Record<InviteProblem, string> = {
  ...STAFF_PROBLEMS,
  unknown: `This invite was withdrawn, replaced by a newer one, or has expired: invites work for ${INVITE_DAYS} days. Ask for a new one.`,
  used: 'This invite was used already. Each invite works once.',
  expired: `This invite has expired: invites work for ${INVITE_DAYS} days. Ask for a new one.`,
  withdrawn: 'The person who invited you can no longer give this role. Ask an owner of the shop for a new invite.',
  'is-staff': 'You are a member of staff already. An owner can change your role under Staff.',
  'is-seller': 'Your account is a seller’s, and sellers cannot be staff. Ask an owner of the shop.',
  'other-address': 'This invite is for another email address.',
}

type RefusedProps = { problem: InviteProblem; loggedInAs: string | undefined; isStaff: boolean }

function Refused({ problem, loggedInAs, isStaff }: RefusedProps) {
  const isOther = problem === 'other-address'
  return (
    <div className="page narrow">
      <h1>This invite does not work</h1>
      <p className="quiet" role="alert">
        {SENTENCES[problem]}
        {isOther && ` You are logged in as ${loggedInAs}. Log out, then open the link in the email again.`}
      </p>
      <div className="form">
        {isOther ? (
          <LinkButton to="/logout" wide>
            Logout
          </LinkButton>
        ) : (
          <LinkButton to={isStaff ? '/adminDashboard' : '/'} wide>
            {isStaff ? 'Back office' : 'Home'}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
