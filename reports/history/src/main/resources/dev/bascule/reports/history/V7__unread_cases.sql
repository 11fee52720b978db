-- History, version 7: cases that a run selected and could not read. There is no case run of them.
CREATE TABLE unread_cases (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    case_id VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    PRIMARY KEY (run_id, position)
);
