import { useEffect, useState } from 'react'

/** Code that is fetched as soon as it is wanted; undefined until it is there, and offline. */
export function useLate<Code>(load: () => Promise<Code>, isWanted: boolean): Code | undefined {
  const [code, setCode] = useState<Code>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is an `import()`, which fetches once
  useEffect(() => {
    if (!isWanted) return
    load().then(setCode, () => {})
  }, [isWanted])
  return code
}
