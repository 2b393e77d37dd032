import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'

const isInstalled = spawnSync('nginx', ['-v']).error === undefined

/** nginx with one worker process, serving one file. Undefined where it is not installed. */
export async function openNginx(file: string): Promise<{ url: string; close(): Promise<void> } | undefined> {
  if (!isInstalled) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'gamla-nginx-'))
  const port = await findFreePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; sendfile on; open_file_cache max=10; keepalive_requests 1000000; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; root ${dirname(file)}; default_type text/html; add_header content-encoding br; }
}
`,
  )
  const server = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/${basename(file)}`
  for (let tries = 0; tries < 100 && !(await fetch(url, { method: 'HEAD' }).catch(() => undefined)); tries++) {
    await sleep(50)
  }
  return {
    url,
    async close() {
      server.kill()
      await once(server, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}
