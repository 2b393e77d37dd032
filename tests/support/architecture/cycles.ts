/** Groups of nodes that can all reach each other: a graph without cycles has none. Tarjan's algorithm. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(node: string): number {
    const number = order.size
    order.set(node, number)
    lowest.set(node, number)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      const reached = order.has(next) ? (stack.includes(next) ? Number(order.get(next)) : number) : visit(next)
      lowest.set(node, Math.min(Number(lowest.get(node)), reached))
    }
    if (lowest.get(node) === number) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1 || edges.get(node)?.includes(node)) cycles.push(group.sort())
    }
    return Number(lowest.get(node))
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return cycles
}
