/** An input that the page cannot use, in the words and by the name that the host has for it. */
export class InputError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
