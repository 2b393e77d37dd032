import { useRouteLoaderData } from 'react-router'

/** The shop's own address, such as `https://shop.example`, for links that other programs and devices open. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<{ origin: string }>('root')?.origin
}
