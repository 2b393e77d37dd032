import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config.ts'
import { isOverHttps } from './csrf.ts'
import { isKnownHost } from './known-host.ts'
import { rejectRequest } from './on-client-error.ts'
import { protectedHeaders } from './security-headers.ts'

type Known = Pick<Config, 'publicUrl' | 'trustProxy' | 'host'>
type Asked = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders' | 'socket'>
type Refused = { status: 400 | 405 | 421; problem: string }

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
const ALLOW = METHODS.join(', ')

/**
 * Answers requests whose first line or Host no browser sends, before anything else reads them: whatever is behind this
 * gets a path and one valid Host.
 *
 * @returns whether it was one
 */
export function rejectInvalidTarget(request: IncomingMessage, response: ServerResponse, config: Known): boolean {
  const target = parseRequestTarget(request, config)
  if ('path' in target && request.method !== 'OPTIONS') {
    request.url = target.path
    return false
  }
  const https = isOverHttps({ header: (name) => request.headers[name]?.toString() }, config)
  if ('path' in target) response.writeHead(204, protectedHeaders({ allow: ALLOW }, { https })).end()
  else
    rejectRequest(response, target.status, target.problem, {
      https,
      more: target.status === 405 ? { allow: ALLOW } : {},
    })
  return true
}

/** @see https://www.rfc-editor.org/rfc/rfc9112#name-request-target */
function parseRequestTarget(asked: Asked, config: Known): { path: string } | Refused {
  const { method = '', url: target = '', httpVersion } = asked
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return bad('Only HTTP/1.1 and HTTP/1.0 are spoken here.')
  if (!METHODS.includes(method)) return { status: 405, problem: 'Nothing here has this method.' }
  const hosts = listHosts(asked)
  const [host] = hosts
  if (hosts.length > 1 || (host === undefined ? httpVersion === '1.1' : !isHost(host)))
    return bad('One valid Host is needed.')

  if (target.startsWith('/')) return readPath(target)
  if (!/^http:\/\//i.test(target)) return bad('This address cannot be read.')
  const address = target.slice('http://'.length)
  const end = address.search(/[/?#\\]/)
  const [authority, rest] = end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)]
  if (!isHost(authority)) return bad('This address cannot be read.')
  if (host !== undefined && authority.toLowerCase() !== host.toLowerCase()) return bad('Address and Host differ.')
  const header = (name: string) => (name === 'host' ? authority : asked.headers[name]?.toString())
  if (!isKnownHost({ header, localAddress: asked.socket.localAddress }, config))
    return { status: 421, problem: 'This shop passes nothing on to other addresses.' }
  return readPath(rest.startsWith('/') ? rest : `/${rest}`)
}

/** Node keeps the first of several, and the framework joins them. */
function listHosts({ rawHeaders }: Pick<Asked, 'rawHeaders'>): string[] {
  const hosts: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '')
  }
  return hosts
}

/** A name or an IP address, and perhaps a port. */
function isHost(text: string): boolean {
  if (!/^(?:[a-z0-9_][a-z0-9._-]{0,254}|\[[0-9a-f:.]{2,45}\])(?::[1-9]\d{0,4})?$/i.test(text)) return false
  return URL.canParse(`http://${text}`)
}

function readPath(target: string): { path: string } | Refused {
  const path = target.split('?', 1)[0] ?? ''
  // Some programs read a backslash as a slash; then a cache in front of us and we would mean different pages.
  if (/[^\x21-\x7e]/.test(target) || path.includes('\\')) return bad('This address cannot be read.')
  return { path: target }
}

function bad(problem: string): Refused {
  return { status: 400, problem }
}
