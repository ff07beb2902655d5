/** `createdAt` distinguishes the members 1 of two installations at the same address. */
export interface Owner {
  readonly id: number;
  readonly createdAt: string;
}
