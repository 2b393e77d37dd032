import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config.ts'
import { isOverHttps } from './csrf.ts'
import { isKnownHost } from './known-host.ts'
import { rejectRequest } from './on-client-error.ts'
import { protectedHeaders } from './security-headers.ts'

type Settings = Pick<Config, 'publicUrl' | 'trustProxy' | 'host'>
type Head = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders' | 'socket'>
type Rejected = { status: 400 | 405 | 421; problem: string }

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
const ALLOW = METHODS.join(', ')

/**
 * Rejects requests whose target or Host no browser would send, so that all later code can rely on a path and one valid
 * Host.
 *
 * @returns true when it has responded
 */
export function rejectInvalidTarget(request: IncomingMessage, response: ServerResponse, config: Settings): boolean {
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
      headers: target.status === 405 ? { allow: ALLOW } : {},
    })
  return true
}

/** @see https://www.rfc-editor.org/rfc/rfc9112#name-request-target */
function parseRequestTarget(head: Head, config: Settings): { path: string } | Rejected {
  const { method = '', url: target = '', httpVersion } = head
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return bad('Only HTTP/1.0 and HTTP/1.1 are supported.')
  if (!METHODS.includes(method)) return { status: 405, problem: 'Method not allowed.' }
  // Chunks are the only encoding that is undone; what a proxy undoes otherwise would be read as another body.
  const encodings = listHeader(head, 'transfer-encoding')
  if (encodings.length > 0 && (httpVersion === '1.0' || encodings.join().toLowerCase() !== 'chunked'))
    return bad('Only the transfer encoding chunked is supported.')
  const hosts = listHeader(head, 'host')
  const [host] = hosts
  if (hosts.length > 1 || (host === undefined ? httpVersion === '1.1' : !isHost(host)))
    return bad('Exactly one valid Host header is required.')

  if (target.startsWith('/')) return readPath(target)
  if (!/^http:\/\//i.test(target)) return bad('Invalid address.')
  const address = target.slice('http://'.length)
  const end = address.search(/[/?#\\]/)
  const [authority, rest] = end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)]
  if (!isHost(authority)) return bad('Invalid address.')
  if (host !== undefined && authority.toLowerCase() !== host.toLowerCase())
    return bad('Address and Host header differ.')
  const header = (name: string) => (name === 'host' ? authority : head.headers[name]?.toString())
  if (!isKnownHost({ header, localAddress: head.socket.localAddress }, config))
    return { status: 421, problem: 'This server is not a proxy.' }
  return readPath(rest.startsWith('/') ? rest : `/${rest}`)
}

/** Reads the raw headers, because Node keeps only the first Host and the framework joins them. */
function listHeader({ rawHeaders }: Pick<Head, 'rawHeaders'>, wanted: string): string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === wanted.length && name.toLowerCase() === wanted) values.push(rawHeaders[index + 1] ?? '')
  }
  return values
}

/** A name or an IP address, with an optional port. */
function isHost(text: string): boolean {
  if (!/^(?:[a-z0-9_][a-z0-9._-]{0,254}|\[[0-9a-f:.]{2,45}\])(?::[1-9]\d{0,4})?$/i.test(text)) return false
  return URL.canParse(`http://${text}`)
}

function readPath(target: string): { path: string } | Rejected {
  const path = target.split('?', 1)[0] ?? ''
  // Some programs read a backslash as a slash, so a cache in front of us could store one page as another.
  if (/[^\x21-\x7e]/.test(target) || path.includes('\\')) return bad('Invalid address.')
  return { path: target }
}

function bad(problem: string): Rejected {
  return { status: 400, problem }
}
