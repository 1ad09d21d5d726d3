/** The open or reserved streams of one project on this node, by member. */
export class Reservations {
  readonly #byMember = new Map<string, Set<symbol>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get memberIds(): readonly string[] {
    return [...this.#byMember.keys()];
  }

  countOf(memberId: string): number {
    return this.#byMember.get(memberId)?.size ?? 0;
  }

  has(memberId: string, reservation: symbol): boolean {
    return this.#byMember.get(memberId)?.has(reservation) ?? false;
  }

  add(memberId: string, reservation: symbol): void {
    if (this.has(memberId, reservation)) return;
    this.#byMember.set(memberId, (this.#byMember.get(memberId) ?? new Set()).add(reservation));
    this.#size += 1;
  }

  /** Returns whether it was there. */
  delete(memberId: string, reservation: symbol): boolean {
    const ofMember = this.#byMember.get(memberId);
    if (!ofMember?.delete(reservation)) return false;
    if (ofMember.size === 0) this.#byMember.delete(memberId);
    this.#size -= 1;
    return true;
  }
}
