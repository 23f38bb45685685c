"""Accounts, results, ratings, moderation, contests, notices, pairing and friends."""

from nomarch.storage.migrations.statements import run

revision = "9"
down_revision = "8"


def upgrade() -> None:
    run(SCHEMA)


SCHEMA = """
    ALTER TABLE guest ADD COLUMN handle TEXT NOT NULL DEFAULT '';
    ALTER TABLE guest ADD COLUMN handle_key TEXT NOT NULL DEFAULT '';
    ALTER TABLE guest ADD COLUMN named_at {real} NOT NULL DEFAULT 0;
    ALTER TABLE guest ADD COLUMN mail TEXT NOT NULL DEFAULT '';
    ALTER TABLE guest ADD COLUMN passkey_user TEXT NOT NULL DEFAULT '';
    ALTER TABLE guest ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE guest ADD COLUMN role TEXT NOT NULL DEFAULT '';
    CREATE UNIQUE INDEX guest_by_handle ON guest (handle_key) WHERE handle_key > '';
    CREATE UNIQUE INDEX guest_by_mail ON guest (mail) WHERE mail > '';
    CREATE UNIQUE INDEX guest_by_passkey_user ON guest (passkey_user) WHERE passkey_user > '';
    CREATE TABLE handle (handle_key TEXT PRIMARY KEY, guest TEXT NOT NULL, at {real} NOT NULL);
    CREATE TABLE passkey (
        credential TEXT PRIMARY KEY, guest TEXT NOT NULL, public_key {bytes} NOT NULL,
        sign_count INTEGER NOT NULL, transports TEXT NOT NULL, is_synced INTEGER NOT NULL,
        label TEXT NOT NULL, created {real} NOT NULL, used {real} NOT NULL
    );
    CREATE INDEX passkey_by_guest ON passkey (guest);
    CREATE TABLE challenge (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, purpose TEXT NOT NULL, handle TEXT NOT NULL,
        value {bytes} NOT NULL, until {real} NOT NULL
    );
    CREATE TABLE recovery_code (hash TEXT PRIMARY KEY, guest TEXT NOT NULL);
    CREATE INDEX recovery_code_by_guest ON recovery_code (guest);
    CREATE TABLE mail_token (
        hash TEXT PRIMARY KEY, guest TEXT NOT NULL, mail TEXT NOT NULL, purpose TEXT NOT NULL,
        handle TEXT NOT NULL, until {real} NOT NULL, asker TEXT NOT NULL, code TEXT NOT NULL,
        tries INTEGER NOT NULL
    );
    CREATE INDEX mail_token_by_mail ON mail_token (mail);
    CREATE INDEX mail_token_by_asker ON mail_token (asker);
    CREATE TABLE result (
        game_table TEXT PRIMARY KEY, game TEXT NOT NULL, edition TEXT NOT NULL,
        players INTEGER NOT NULL, rated INTEGER NOT NULL, ended {real} NOT NULL,
        reason TEXT NOT NULL, rated_seq INTEGER
    );
    CREATE UNIQUE INDEX result_by_rated_seq ON result (game, rated_seq);
    CREATE TABLE result_seat (
        game_table TEXT NOT NULL, seat INTEGER NOT NULL, guest TEXT NOT NULL, bot TEXT NOT NULL,
        place INTEGER NOT NULL, score INTEGER NOT NULL, left_ply INTEGER, game TEXT NOT NULL,
        ended {real} NOT NULL, PRIMARY KEY (game_table, seat)
    );
    CREATE INDEX result_seat_by_guest ON result_seat (guest, game, ended) WHERE guest > '';
    CREATE TABLE rating (
        guest TEXT NOT NULL, game TEXT NOT NULL, mu {real} NOT NULL, sigma {real} NOT NULL,
        games INTEGER NOT NULL, human_games INTEGER NOT NULL, last {real} NOT NULL,
        PRIMARY KEY (guest, game)
    );
    CREATE INDEX rating_by_game ON rating (game, mu);
    CREATE TABLE rating_change (
        game_table TEXT NOT NULL, seat INTEGER NOT NULL, guest TEXT NOT NULL, game TEXT NOT NULL,
        at {real} NOT NULL, mu0 {real} NOT NULL, sigma0 {real} NOT NULL, mu1 {real} NOT NULL,
        sigma1 {real} NOT NULL, model TEXT NOT NULL, PRIMARY KEY (game_table, seat)
    );
    CREATE INDEX rating_change_by_guest ON rating_change (guest, game, at) WHERE guest > '';
    CREATE TABLE rating_counter (game TEXT PRIMARY KEY, seq INTEGER NOT NULL);
    CREATE TABLE report (
        id TEXT PRIMARY KEY, reporter TEXT NOT NULL, subject TEXT NOT NULL,
        game_table TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
        evidence TEXT NOT NULL, state TEXT NOT NULL, handler TEXT NOT NULL, at {real} NOT NULL
    );
    CREATE UNIQUE INDEX report_open ON report (reporter, subject, game_table)
        WHERE state = 'open';
    CREATE INDEX report_by_time ON report (state, at);
    CREATE TABLE sanction (
        id TEXT PRIMARY KEY, subject TEXT NOT NULL, kind TEXT NOT NULL, until {real} NOT NULL,
        reason TEXT NOT NULL, actor TEXT NOT NULL, at {real} NOT NULL
    );
    CREATE INDEX sanction_by_subject ON sanction (subject, until);
    CREATE TABLE audit (
        id TEXT PRIMARY KEY, at {real} NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
        subject TEXT NOT NULL, detail TEXT NOT NULL
    );
    CREATE INDEX audit_by_time ON audit (at);

    CREATE TABLE board (id TEXT PRIMARY KEY, opens {real} NOT NULL, data TEXT NOT NULL);
    CREATE TABLE board_entry (
        board TEXT NOT NULL, guest TEXT NOT NULL, game_table TEXT NOT NULL, at {real} NOT NULL,
        PRIMARY KEY (board, guest)
    );
    CREATE INDEX board_entry_by_guest ON board_entry (guest);
    CREATE TABLE tournament (
        id TEXT PRIMARY KEY, starts {real} NOT NULL, due {real}, version INTEGER NOT NULL,
        data TEXT NOT NULL
    );
    CREATE INDEX tournament_by_due ON tournament (due) WHERE due IS NOT NULL;
    CREATE INDEX tournament_by_start ON tournament (starts);
    CREATE TABLE entrant (
        tournament TEXT NOT NULL, guest TEXT NOT NULL, at {real} NOT NULL,
        from_round INTEGER NOT NULL, withdrawn INTEGER NOT NULL,
        ladder INTEGER NOT NULL, division INTEGER NOT NULL,
        PRIMARY KEY (tournament, guest)
    );
    CREATE INDEX entrant_by_guest ON entrant (guest);
    CREATE TABLE pairing (
        tournament TEXT NOT NULL, round INTEGER NOT NULL, no INTEGER NOT NULL,
        game_table TEXT NOT NULL UNIQUE, data TEXT NOT NULL,
        PRIMARY KEY (tournament, round, no)
    );
    ALTER TABLE seat ADD COLUMN looked {real} NOT NULL DEFAULT 0;
    CREATE INDEX IF NOT EXISTS seat_by_table ON seat (game_table);
    CREATE TABLE push_subscription (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, data TEXT NOT NULL, at {real} NOT NULL
    );
    CREATE INDEX push_subscription_by_guest ON push_subscription (guest, at);
    CREATE TABLE notice_check (
        game_table TEXT PRIMARY KEY, seq INTEGER NOT NULL, at {real} NOT NULL,
        keeper TEXT NOT NULL DEFAULT '', until {real} NOT NULL DEFAULT 0
    );
    CREATE INDEX notice_check_by_time ON notice_check (at);
    CREATE TABLE notice (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
        seq INTEGER NOT NULL, channel TEXT NOT NULL, data TEXT NOT NULL, at {real} NOT NULL,
        not_before {real} NOT NULL, expires {real} NOT NULL, state TEXT NOT NULL,
        keeper TEXT NOT NULL DEFAULT '', until {real} NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0, error TEXT NOT NULL DEFAULT ''
    );
    CREATE UNIQUE INDEX notice_once ON notice (guest, kind, subject, seq, channel);
    CREATE INDEX notice_by_time ON notice (not_before) WHERE state = 'queued';
    CREATE INDEX notice_by_lease ON notice (until) WHERE state = 'sending';
    CREATE INDEX notice_by_age ON notice (at);
    CREATE TABLE pair_request (
        guest TEXT PRIMARY KEY, wishes TEXT NOT NULL, since {real} NOT NULL, beat {real} NOT NULL,
        game_table TEXT NOT NULL DEFAULT '', matched {real} NOT NULL DEFAULT 0
    );
    CREATE TABLE relation (
        guest TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
        at {real} NOT NULL, PRIMARY KEY (guest, other)
    );
    CREATE INDEX relation_by_other ON relation (other, kind);
    CREATE UNIQUE INDEX relation_by_id ON relation (id);
    CREATE TABLE last_seen (guest TEXT PRIMARY KEY, at {real} NOT NULL);
    CREATE TABLE table_invitation (
        guest TEXT NOT NULL, game_table TEXT NOT NULL, sender TEXT NOT NULL, at {real} NOT NULL,
        PRIMARY KEY (guest, game_table)
    );
    CREATE TABLE player_note (
        guest TEXT NOT NULL, other TEXT NOT NULL, text TEXT NOT NULL, at {real} NOT NULL,
        PRIMARY KEY (guest, other)
    );
    CREATE INDEX player_note_by_other ON player_note (other);
    ALTER TABLE standing ADD COLUMN at {real} NOT NULL DEFAULT 0;
    CREATE INDEX standing_by_time ON standing (at);
"""
