/** A test of chance or of faults repeats a few times in `npm test`, and as often as it promises in `npm run test:chaos`. */
export function rounds({ few, all }: { few: number; all: number }): number {
  return process.env.GAMLA_TEST_ROUNDS === 'all' ? all : few
}
