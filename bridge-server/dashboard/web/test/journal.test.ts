import { describe, expect, it } from 'vitest';
import { EventJournal, RESET } from '../src/live/journal';

const event = (id: number, type = 'job.log') => ({ id, type, data: {} });

describe('a journal', () => {
  it('takes events that follow one another, from whatever id they begin', () => {
    const journal = new EventJournal();
    expect([700, 701, 702].map((id) => journal.accept(event(id)))).toEqual(['new', 'new', 'new']);
    expect(journal.last).toBe(702);
  });

  it('drops what it has had', () => {
    const journal = new EventJournal();
    [1, 2, 3].forEach((id) => journal.accept(event(id)));
    expect([2, 3, 4].map((id) => journal.accept(event(id)))).toEqual(['duplicate', 'duplicate', 'new']);
    expect(journal.after(1)?.map(({ id }) => id)).toEqual([2, 3, 4]);
  });

  it('notices a gap, and goes on after it', () => {
    const journal = new EventJournal();
    expect([1, 3, 4].map((id) => journal.accept(event(id)))).toEqual(['new', 'lost', 'new']);
    expect(journal.after(2)?.map(({ id }) => id)).toEqual([3, 4]);
    expect(journal.after(1)).toBeUndefined();
  });

  it('begins anew at a reset, even one to an earlier id', () => {
    const journal = new EventJournal();
    [10, 11].forEach((id) => journal.accept(event(id)));
    expect(journal.accept(event(5, RESET))).toBe('lost');
    expect(journal.accept(event(6))).toBe('new');
    expect(journal.last).toBe(6);
  });

  it('goes on from a snapshot, and never back', () => {
    const journal = new EventJournal();
    journal.knowUpTo(20);
    expect(journal.accept(event(20))).toBe('duplicate');
    expect(journal.accept(event(21))).toBe('new');
    journal.knowUpTo(3);
    expect(journal.last).toBe(21);
  });

  it('keeps no more than it may, and says so', () => {
    const journal = new EventJournal(3);
    [1, 2, 3, 4, 5].forEach((id) => journal.accept(event(id)));
    expect(journal.after(2)?.map(({ id }) => id)).toEqual([3, 4, 5]);
    expect(journal.after(1)).toBeUndefined();
  });
});
